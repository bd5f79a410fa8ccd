import { createHmac } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { buy, type SentEvent, startBeta, typesOf } from './testing.ts';

let sandbox: Awaited<ReturnType<typeof startBeta>>;
afterEach(() => sandbox.close());

test('every delivery carries the lower-case hex HMAC-SHA256 of its exact bytes', async () => {
  sandbox = await startBeta();
  await buy(sandbox);
  expect(sandbox.received).toHaveLength(3);
  for (const { headers, body } of sandbox.received) {
    const expected = createHmac('sha256', 'whsec_beta_0123456789').update(Buffer.from(body, 'utf8')).digest('hex');
    expect(headers['beta-webhook-signature']).toBe(expected);
    expect(expected).toMatch(/^[0-9a-f]{64}$/);
  }
});

test('a falsified delivery is signed with another secret, and repeated with the right one', async () => {
  sandbox = await startBeta({ answer: (_body, count) => (count === 0 ? 400 : 200) });
  await sandbox.control('POST', 'switches', { falsify: 1 });
  await buy(sandbox, { product: 'price_pro_once' });
  const [first, second] = sandbox.received.map(({ headers }) => headers['beta-webhook-signature']);
  const [{ body } = { body: '' }] = sandbox.received;
  expect(first).not.toBe(second);
  expect(second).toBe(createHmac('sha256', 'whsec_beta_0123456789').update(body).digest('hex'));
});

test("the envelope: an id, milliseconds of the sandbox's clock, the object", async () => {
  sandbox = await startBeta();
  await sandbox.control('POST', 'clock', { days: 400 });
  await buy(sandbox);
  const events = sandbox.received.map(({ body }) => JSON.parse(body) as SentEvent);
  for (const event of events) {
    expect(Object.keys(event)).toEqual(['id', 'eventType', 'created_at', 'object']);
    expect(event.id).toMatch(/^evt_\w{22}$/);
    expect(Number.isInteger(event.created_at)).toBe(true);
    expect(event.created_at - Date.now()).toBeGreaterThan(399 * 86_400_000);
  }
  expect(new Set(events.map(({ id }) => id)).size).toBe(3);
});

test('only 200 counts as received', async () => {
  sandbox = await startBeta({ answer: (_body, count) => [201, 204, 202][count] ?? 200 });
  await buy(sandbox, { product: 'price_pro_once' });
  expect(sandbox.received.map(({ status }) => status)).toEqual([201, 204, 202, 200]);
  expect(new Set(sandbox.received.map(({ body }) => body)).size).toBe(1);
});

test('stops after four retries', async () => {
  sandbox = await startBeta({ answer: () => 500, repeatDelaysMs: [10, 10, 10, 10] });
  await buy(sandbox, { product: 'price_pro_once' });
  expect(typesOf(sandbox)).toEqual(Array(5).fill('checkout.completed'));
  const { deliveries } = await sandbox.control<{ deliveries: object[] }>('GET', 'deliveries');
  expect(deliveries).toMatchObject([{ status: 'failed', attemptCount: 5 }]);
});
