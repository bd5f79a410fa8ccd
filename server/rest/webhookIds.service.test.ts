import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SECRET, startTestApp, type TestApp } from '../testing/app/app.ts';
import { post } from '../testing/calls/requests.ts';
import { signers } from '../testing/company/sign.ts';
import { mayComplain } from '../testing/run/complaints.ts';

mayComplain(/Failed to process [a-z._]+ event/, /Failed to create checkout session/, /request completed/);

/** Behind a proxy, at log level debug. */
let proxied: TestApp;
let plain: TestApp;

beforeAll(async () => {
  proxied = await startTestApp({ TRUST_PROXY: '1', LOG_LEVEL: 'debug' });
  plain = await startTestApp();
});
afterAll(async () => {
  await plain.close();
  await proxied.close();
});

const OWN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const good = { id: 'evt_good', type: 'ping', created: 1 };
const useless = { id: 'evt_useless', type: 'invoice.payment_succeeded', created: 1, data: { object: {} } };

const idsOf = ({ headers }: Response) => [headers.get('x-request-id'), headers.get('x-event-id')];
const linesOf = (app: TestApp, id: string | null) =>
  app.logged.filter((line) => line.includes(`"${id}"`)).map((line) => JSON.parse(line) as Record<string, unknown>);

describe('a delivery', () => {
  test('that is applied: its answer has the request and event ids, and it is one log line at debug', async () => {
    const response = await proxied.deliver(good);
    expect(response.status).toBe(200);
    const [requestId, eventId] = idsOf(response);
    expect(requestId).toMatch(OWN);
    expect(eventId).toBe('evt_good');
    expect(linesOf(proxied, `${requestId}`)).toEqual([
      expect.objectContaining({
        level: 20,
        eventId: 'evt_good',
        outcome: 'ignored',
        responseTime: expect.any(Number),
        req: { id: requestId, method: 'POST', path: '/api/webhooks/payments' },
        res: { status: 200 },
      }),
    ]);
  });

  test('that fails: its answer has the request and event ids, and so does the one log line at error', async () => {
    for (const app of [proxied, plain]) {
      const response = await app.deliver(useless);
      expect(response.status).toBe(500);
      const [requestId, eventId] = idsOf(response);
      expect(requestId).toMatch(OWN);
      expect(eventId).toBe('evt_useless');
      const lines = linesOf(app, `${requestId}`);
      expect(lines).toEqual([expect.objectContaining({ level: 50, requestId, eventId: 'evt_useless' })]);
    }
  });

  test('that the database refuses has the ids too', async () => {
    const lost = await startTestApp({}, plain);
    await lost.deps.billing.database.close();
    const response = await lost.deliver(good);
    const [requestId, eventId] = idsOf(response);
    expect([response.status, eventId]).toEqual([500, 'evt_good']);
    expect(linesOf(lost, `${requestId}`)).toEqual([expect.objectContaining({ level: 50, requestId, eventId })]);
    await lost.close();
  });

  test.each([
    ['without a signature', () => proxied.call('/api/webhooks/payments', post(good))],
    ['with a false one', () => proxied.deliver(good, { secret: 'whsec_of_somebody_else_0123' })],
  ])('%s is refused with a request id and logged as one line at debug', async (_why, send) => {
    const response = await send();
    const [requestId, eventId] = idsOf(response);
    expect([response.status, eventId]).toEqual([400, null]);
    const lines = linesOf(proxied, `${requestId}`);
    expect(lines).toEqual([expect.objectContaining({ level: 20, res: { status: 400 } })]);
  });

  test('with an event id that fits into no header is answered without it and logged with it', async () => {
    const response = await proxied.deliver({ ...good, id: 'evt \u2603' });
    expect([response.status, idsOf(response)[1]]).toEqual([200, null]);
    expect(linesOf(proxied, idsOf(response)[0] as string)).toEqual([
      expect.objectContaining({ eventId: 'evt \u2603' }),
    ]);
  });
});

test('a procedure that fails is logged with the request id of its answer', async () => {
  const { cookie } = await plain.signUp();
  const response = await plain.call('/api/trpc/checkout.start', post({ plan: 'pro' }, cookie));
  expect(response.status).toBe(500);
  const requestId = response.headers.get('x-request-id');
  expect(linesOf(plain, requestId)).toContainEqual(expect.objectContaining({ level: 50, requestId }));
});

describe('an id that comes with the request', () => {
  const given = '7F000001:8D2E_0A00-edge.1';
  const asked: [string, (app: TestApp, id: string) => Promise<Response>][] = [
    ['webhooks', (app, id) => app.deliver(good, { headers: { 'x-request-id': id } })],
    ['calls', (app, id) => app.call('/api/health/live', { headers: { 'x-request-id': id } })],
  ];

  test.each(asked)('is kept from a trusted proxy (%s)', async (_name, ask) => {
    expect(idsOf(await ask(proxied, given))[0]).toBe(given);
    await expect.poll(() => linesOf(proxied, given)).not.toEqual([]);
  });

  test.each(asked)('is ignored without a proxy (%s)', async (_name, ask) => {
    expect(idsOf(await ask(plain, given))[0]).toMatch(OWN);
  });

  test.each(['short', 'x'.repeat(129), 'two words', '<script>alert(1)</script>', 'id", "level": "50', 'ids,more,ids'])(
    'is replaced if its format is invalid (%s)',
    async (bad) => {
      for (const [, ask] of asked) expect(idsOf(await ask(proxied, bad))[0]).toMatch(OWN);
    },
  );
});

describe('the webhook path', () => {
  test.each([
    '/api/webhooks/payments',
    '/api/webhooks/payments?source=alpha',
    '/api/webhooks/payments/',
    '/API/webhooks/Payments',
  ])('%s', async (path) => {
    const body = JSON.stringify(good);
    const response = await plain.call(path, { method: 'POST', headers: signers.alpha?.(body, SECRET) ?? {}, body });
    expect([response.status, await response.json()]).toEqual([200, { received: true }]);
    expect(idsOf(response)[1]).toBe('evt_good');
  });

  test.each(['/api/webhooks/payments/more', '/api/webhooks/paymentsx', '/x/api/webhooks/payments'])(
    'is not %s',
    async (path) => {
      expect((await plain.call(path, { method: 'POST', body: '{}' })).status).toBe(404);
    },
  );

  test.each(['GET', 'PUT', 'DELETE'])('%s gets 405 with the allowed methods', async (method) => {
    const response = await plain.call('/api/webhooks/payments', { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });
});
