import { afterEach, describe, expect, it } from 'vitest';
import { closeAnswering, dripping, json, type Respond } from '../../testing/company/answering.ts';
import { alpha } from './adapter.ts';
import { createStripe, shareOfTime } from './api.ts';
import { company, refusal } from './fixtures/company.ts';

const prices = [{ id: 'price_pro', plan: 'pro', interval: 'month' } as const];
const secretKey = 'sk_test_51_hidden';
const checkout = {
  plan: 'pro',
  interval: 'month',
  userId: 'user_1',
  userEmail: 'a@b.co',
  successUrl: 'http://localhost:3000/s',
  cancelUrl: 'http://localhost:3000/c',
  idempotencyKey: 'key_1',
} as const;
const portal = { providerCustomerId: 'cus_1', returnUrl: 'http://localhost:3000/dashboard' };
const change = { kind: 'change_plan', plan: 'pro', interval: 'month' } as const;

function adapterAt(apiUrl: string, { key = secretKey, timeoutMs }: { key?: string; timeoutMs?: number } = {}) {
  return alpha.create({ secretKey: key, webhookSecrets: [], apiUrl, prices, timeoutMs });
}

type Adapter = ReturnType<typeof adapterAt>;

const operations: [string, (adapter: Adapter) => Promise<unknown>][] = [
  ['createCheckout', (adapter) => adapter.createCheckout(checkout)],
  ['createPortal', (adapter) => adapter.createPortal(portal)],
  ['fetchCheckout', (adapter) => adapter.fetchCheckout('cs_1')],
  ['fetchSubscription', (adapter) => adapter.fetchSubscription('sub_1')],
  ['listSubscriptions', (adapter) => adapter.listSubscriptions('cus_1')],
  ['fetchCustomer', (adapter) => adapter.fetchCustomer('cus_1')],
  ['fetchAccount', (adapter) => adapter.fetchAccount()],
  ['previewChange', (adapter) => adapter.previewChange('sub_1', change)],
  ['cancel', (adapter) => adapter.changeSubscription('sub_1', { kind: 'cancel_now' })],
  ['resume', (adapter) => adapter.changeSubscription('sub_1', { kind: 'resume' })],
  ['change_plan', (adapter) => adapter.changeSubscription('sub_1', change)],
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

describe.each(faults)('%s', (_, respond, message) => {
  it.each(operations)('%s rejects at once, without secrets', async (_name, operation) => {
    const { address, calls } = await company(respond);
    const { message: actual, shown, took } = await failure(operation(adapterAt(address)));
    expect(actual).toMatch(message);
    expect(shown).not.toMatch(/hidden|a@b\.co/);
    expect(took).toBeLessThan(3_000);
    expect(calls).toHaveLength(1);
  });
});

it.each(operations)('refused connection: %s', async (_, operation) => {
  const { address } = await company(json({}));
  await closeAnswering();
  expect((await failure(operation(adapterAt(address)))).message).toBe(
    'The provider could not be reached: ECONNREFUSED',
  );
});

it('does not leak a key that is not a valid header value', async () => {
  const { shown } = await failure(adapterAt('http://127.0.0.1:1', { key: 'sk_hid\nden' }).createPortal(portal));
  expect(shown).not.toContain('hid');
});

/** Runs every operation at the same time, each against its own server. */
async function failAll(chosen: typeof operations, respond: Respond, timeoutMs = 640) {
  return Promise.all(
    chosen.map(async ([name, operation]) => {
      const { address, calls } = await company(respond);
      const { message } = await failure(operation(adapterAt(address, { timeoutMs })));
      return { name, message, methods: calls.map(({ method }) => method) };
    }),
  );
}

it('a provider that hangs, drips, or hangs in the second of two calls', async () => {
  const twoCalls = operations.filter(([name]) => ['previewChange', 'resume', 'change_plan'].includes(name));
  const current = { id: 'sub_1', items: { data: [{ id: 'si_1' }] } };
  const hangsLater: Respond = (response, request) => {
    if (request.method === 'GET') json(current)(response, request);
  };
  const ends = await Promise.all([
    failAll(operations, () => {}),
    failAll(operations, dripping),
    // Long enough for the first call's answer on a busy machine.
    failAll(twoCalls, hangsLater, 4_000),
  ]);
  // Ended by the call's own timeout, or by what is left of its operation's.
  const timedOut = /^The provider could not be reached: (ETIMEDOUT|TimeoutError)$/;
  expect(ends.flat().filter(({ message }) => !timedOut.test(message))).toEqual([]);
  expect(ends[2].map(({ methods }) => methods)).toEqual(twoCalls.map(() => ['GET', 'POST']));
  expect(ends.flat()).toHaveLength(25);
});

it('gives a single call 8 seconds, and each of two calls 4.5', () => {
  const stripe = createStripe({ secretKey, webhookSecrets: [], prices });
  expect([stripe.getApiField('timeout'), shareOfTime(stripe, 2)]).toEqual([8_000, { timeout: 4_500 }]);
});
