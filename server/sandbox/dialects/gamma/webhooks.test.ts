import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import type { Received, TestSandbox } from '../../testing.ts';
import { buy, eventsOf, moveToPeriodEnd, startGamma } from './testing.ts';

let sandbox: TestSandbox;
afterEach(() => sandbox.close());

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function expectedSignature({ headers: sent, body }: Received, secret: string): string {
  const hmac = createHmac('sha256', Buffer.from(secret, 'utf8'));
  hmac.update(Buffer.from(`${String(sent['webhook-id'])}.${String(sent['webhook-timestamp'])}.${body}`));
  return `v1,${hmac.digest('base64')}`;
}

describe('deliveries', () => {
  test('have an id, the real time and a signature over both, keyed with the whole secret', async () => {
    sandbox = await startGamma();
    await sandbox.control('POST', 'clock', { days: 400 });
    await buy(sandbox);
    expect(sandbox.received).toHaveLength(10);
    for (const received of sandbox.received) {
      const { headers: sent, body } = received;
      expect(sent['webhook-id']).toMatch(UUID);
      expect(Math.abs(Number(sent['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(30);
      expect(sent['x-signature']).toBe(expectedSignature(received, sandbox.options.webhookSecret));
      expect(sent['user-agent']).toBe('polar.sh webhooks');
      expect(sent['content-type']).toBe('application/json');
      expect(Object.keys(JSON.parse(body) as object)).toEqual(['type', 'timestamp', 'data']);
    }
    expect(new Set(sandbox.received.map(({ headers: sent }) => sent['webhook-id'])).size).toBe(10);
  });

  test("are sent with the seller's signature header", async () => {
    sandbox = await startGamma({ signatureHeader: 'webhook-signature' });
    await buy(sandbox, { products: ['price_pro_once'] });
    const [first] = sandbox.received;
    if (!first) throw new Error('Nothing came in');
    expect(first.headers['webhook-signature']).toBe(expectedSignature(first, sandbox.options.webhookSecret));
    expect(first.headers).not.toHaveProperty('x-signature');
  });

  test('a refused one is retried with the same id and bytes', async () => {
    sandbox = await startGamma({ answer: (_body, count) => (count < 2 ? 500 : 200) });
    await buy(sandbox, { products: ['price_pro_once'] });
    const same = sandbox.received.filter(({ body }) => body === sandbox.received[0]?.body);
    expect(same.map(({ status }) => status).sort()).toContain(500);
    expect(same.length).toBeGreaterThanOrEqual(2);
    expect(new Set(same.map(({ headers: sent }) => sent['webhook-id'])).size).toBe(1);
    expect(sandbox.received.at(-1)?.status).toBe(200);
  });

  test('a falsified one has another signature, and the right one follows it', async () => {
    sandbox = await startGamma();
    await sandbox.control('POST', 'switches', { falsify: 1, seed: 7 });
    await buy(sandbox, { products: ['price_pro_once'] });
    const [first] = sandbox.received;
    if (!first) throw new Error('Nothing came in');
    expect(first.headers['x-signature']).toMatch(/^v1,/);
    expect(first.headers['x-signature']).not.toBe(expectedSignature(first, sandbox.options.webhookSecret));
  });
});

describe('event times', () => {
  test("have microseconds of the sandbox's clock and always increase, across a restart too", async () => {
    sandbox = await startGamma();
    await buy(sandbox);
    await sandbox.restart();
    await moveToPeriodEnd(sandbox);
    await sandbox.settle();
    const times = eventsOf(sandbox).map(({ timestamp }) => timestamp);
    expect(times.length).toBe(15);
    for (const time of times) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    expect([...times].sort()).toEqual(times);
    expect(new Set(times).size).toBe(times.length);
    const [first = '', last = ''] = [times[0], times.at(-1)];
    expect(Date.parse(last) - Date.parse(first)).toBeGreaterThan(27 * 86_400_000);
  });
});

describe('an endpoint that keeps failing', () => {
  const state = async () => {
    const { endpoint, pending, deliveries } = await sandbox.control<{
      endpoint: object;
      pending: number;
      deliveries: { pending: number; failed: number };
    }>('GET', 'state');
    return { endpoint, pending, held: deliveries.pending };
  };
  let away = true;

  async function disabled() {
    away = true;
    sandbox = await startGamma({ answer: () => (away ? 503 : 200), repeatDelaysMs: [1] });
    await buy(sandbox);
    expect(await state()).toMatchObject({ endpoint: { failedInRow: 10, disabled: true }, held: 0 });
    const before = sandbox.received.length;
    await buy(sandbox);
    expect(sandbox.received).toHaveLength(before);
    expect(await state()).toEqual({ endpoint: { failedInRow: 10, disabled: true }, pending: 0, held: 10 });
    away = false;
  }

  test('is disabled after ten failed events, a restart included, until it is enabled', async () => {
    await disabled();
    await sandbox.restart();
    expect(await state()).toMatchObject({ endpoint: { disabled: true }, held: 10 });
    await sandbox.control('POST', 'endpoint/enable');
    await sandbox.settle();
    expect(await state()).toEqual({ endpoint: { failedInRow: 0, disabled: false }, pending: 0, held: 0 });
    expect(sandbox.received.filter(({ status }) => status === 200)).toHaveLength(10);
  });

  test('is enabled by an event sent by hand that it accepts', async () => {
    await disabled();
    const { deliveries } = await sandbox.control<{ deliveries: { id: string }[] }>('GET', 'deliveries?status=failed');
    await sandbox.control('POST', `deliveries/${deliveries[0]?.id}/resend`);
    await sandbox.settle();
    expect(await state()).toEqual({ endpoint: { failedInRow: 0, disabled: false }, pending: 0, held: 0 });
  });
});
