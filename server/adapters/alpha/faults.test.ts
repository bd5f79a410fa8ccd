import { afterEach, describe, expect, it } from 'vitest';
import { closeAnswering, json, type Respond } from '../../testing/company/answering.ts';
import { describeFaults } from '../../testing/company/providerFaults.ts';
import { alpha } from './adapter.ts';
import { createStripe, shareOfTime } from './api.ts';
import { company, refusal } from './fixtures/company.ts';

const prices = [{ id: 'price_pro', plan: 'pro', interval: 'month' } as const];
const secretKey = 'sk_test_51_hidden';
const portal = { providerCustomerId: 'cus_1', returnUrl: 'http://localhost:3000/dashboard' };
const change = { kind: 'change_plan', plan: 'pro', interval: 'month' } as const;

function adapterAt(apiUrl: string, { key = secretKey, timeoutMs }: { key?: string; timeoutMs?: number } = {}) {
  return alpha.create({ secretKey: key, webhookSecrets: [], apiUrl, prices, timeoutMs });
}

type Adapter = ReturnType<typeof adapterAt>;

const twoCalls = [
  (adapter: Adapter) => adapter.previewChange('sub_1', change),
  (adapter: Adapter) => adapter.changeSubscription('sub_1', { kind: 'resume' }),
  (adapter: Adapter) => adapter.changeSubscription('sub_1', change),
];

const cut: Respond = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '400' });
  response.write('{"id":"cs_1","url":"https://checkout.stripe.com/', () => response.destroy());
};
const body =
  (text: string, status = 200): Respond =>
  (response) =>
    response.writeHead(status).end(text);
const redirect: Respond = (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end('{"id":"x"}');

const faults: [string, Respond, RegExp][] = [
  ['500', refusal(500, { type: 'api_error' }), /answered 500 req_1$/],
  ['500 without an error', json({ id: 'cs_1', url: 'https://x.co' }, 500), /HTTP_500$/],
  ['429', refusal(429, { code: 'rate_limit' }), /answered 429 rate_limit req_1$/],
  ['401', refusal(401, { message: `Invalid API Key provided: ${secretKey}` }), /answered 401 req_1$/],
  [
    '400',
    refusal(400, { code: 'parameter_invalid', param: 'line_items[0][price]' }),
    /400 parameter_invalid line_items\[0\]\[price\] req_1$/,
  ],
  ['a code that is no code', refusal(400, { code: `${secretKey} a@b.co` }), /answered 400 req_1$/],
  ['an HTML page', body('<html>Bad gateway</html>', 502), /HTTP_502$/],
  ['cut JSON', cut, /could not be reached/],
  ['short JSON', body('{"id":"cs_1"'), /NOT_JSON$/],
  ['an empty answer', body(''), /HTTP_200$/],
  ['bare values', body('"ok"'), /HTTP_200$/],
  ['null', body('null'), /HTTP_200$/],
  ['a list', body('[]'), /HTTP_200$/],
  ['a redirect', redirect, /HTTP_302$/],
  ['a closed connection', (response) => response.destroy(), /could not be reached/],
  ['more than can be read', body(`{"a":"${'x'.repeat(5_100_000)}"}`), /ANSWER_TOO_LONG$/],
];

/** The result of an operation: the error's message, everything that a log could show of it, and the duration in ms. */
async function failure(work: Promise<unknown>) {
  const startedAt = performance.now();
  const error: unknown = await work.then(
    () => expect.fail('it should have been rejected'),
    (reason: unknown) => reason,
  );
  const took = performance.now() - startedAt;
  if (!(error instanceof Error)) throw new Error('not an Error');
  const shown = JSON.stringify({ ...error, message: error.message, stack: error.stack, cause: String(error.cause) });
  return { message: error.message, shown, took };
}

afterEach(closeAnswering);

describe('the error says what the provider answered, without secrets', () => {
  it.each(faults)('%s', async (_, respond, message) => {
    const { address, calls } = await company(respond);
    const { message: actual, shown, took } = await failure(adapterAt(address).createPortal(portal));
    expect(actual).toMatch(message);
    expect(shown).not.toMatch(/hidden|a@b\.co/);
    expect(took).toBeLessThan(3_000);
    expect(calls).toHaveLength(1);
  });

  it('a refused connection', async () => {
    const { address } = await company(json({}));
    await closeAnswering();
    const { message } = await failure(adapterAt(address).createPortal(portal));
    expect(message).toBe('The provider could not be reached: ECONNREFUSED');
  });
});

describeFaults({
  definition: alpha,
  secretKey,
  changes: [change, { kind: 'resume' }, { kind: 'cancel_now' }],
  refused: [401, { error: { message: `Invalid API Key provided: ${secretKey}` } }],
});

it('does not leak a key that is not a valid header value', async () => {
  const { shown } = await failure(adapterAt('http://127.0.0.1:1', { key: 'sk_hid\nden' }).createPortal(portal));
  expect(shown).not.toContain('hid');
});

it('a provider that hangs in the second of two calls', async () => {
  const current = { id: 'sub_1', items: { data: [{ id: 'si_1' }] } };
  const hangsLater: Respond = (response, request) => {
    if (request.method === 'GET') json(current)(response, request);
  };
  const ends = twoCalls.map(async (operation) => {
    const { address, calls } = await company(hangsLater);
    // Long enough for the first call's answer on a busy machine.
    const { message } = await failure(operation(adapterAt(address, { timeoutMs: 4_000 })));
    // Ended by the call's own timeout, or by what is left of its operation's.
    expect(message).toMatch(/^The provider could not be reached: (ETIMEDOUT|TimeoutError)$/);
    expect(calls.map(({ method }) => method)).toEqual(['GET', 'POST']);
  });
  await Promise.all(ends);
});

it('gives a single call 8 seconds, and each of two calls 4.5', () => {
  const stripe = createStripe({ secretKey, webhookSecrets: [], prices });
  expect([stripe.getApiField('timeout'), shareOfTime(stripe, 2)]).toEqual([8_000, { timeout: 4_500 }]);
});
