import Stripe from 'stripe';
import { afterEach, describe, expect, test } from 'vitest';
import { buy } from '../dialects/alpha/testing.ts';
import { startTestSandbox, type TestSandbox, type TestSandboxOptions } from '../testing.ts';

let sandbox: TestSandbox;
afterEach(() => sandbox.close());

const start = async (options: TestSandboxOptions = {}) => {
  sandbox = await startTestSandbox(options);
};
const ids = () => sandbox.received.map(({ body }) => (JSON.parse(body) as { id: string }).id);
const deliveries = async () => {
  const answer = await sandbox.control<{ deliveries: Delivered[] }>('GET', 'deliveries');
  return answer.deliveries.reverse();
};
interface Delivered {
  id: string;
  eventId: string;
  ordinal: number;
  status: string;
  attemptCount: number;
  attempts: { status: number | null; answer: string; falsified?: boolean }[];
}

describe('retries', () => {
  test('a refused delivery is sent again, byte for byte, until it is accepted', async () => {
    await start({ answer: (_body, count) => (count < 4 ? 503 : 200) });
    await buy(sandbox);
    expect(new Set(ids()).size).toBe(5);
    expect(new Set(sandbox.received.map(({ body }) => body)).size).toBe(5);
    expect((await deliveries()).every(({ status }) => status === 'delivered')).toBe(true);
  });

  test('a redirect is a failure, and after the last retry it gives up', async () => {
    await start({ answer: () => 302, repeatDelaysMs: [5, 5] });
    await buy(sandbox);
    const log = await deliveries();
    expect(log.map(({ status, attemptCount }) => [status, attemptCount])).toEqual(log.map(() => ['failed', 3]));
    expect(log[0]?.attempts.map(({ status }) => status)).toEqual([302, 302, 302]);
  });

  test('without a listener: kept, and delivered after a restart', async () => {
    let away = true;
    await start({ answer: () => (away ? 500 : 200), repeatDelaysMs: [60_000] });
    await buy(sandbox, { settle: false });
    await expect
      .poll(async () => (await deliveries()).map(({ attempts }) => attempts.length))
      .toEqual(Array(5).fill(1));
    const before = await sandbox.control<{ pending: number }>('GET', 'state');
    expect(before.pending).toBe(5);
    away = false;
    await sandbox.restart();
    const log = await deliveries();
    expect(log).toHaveLength(5);
    for (const { id } of log) await sandbox.control('POST', `deliveries/${id}/resend`, {});
    expect(await sandbox.control('POST', 'settle', { timeoutMs: 5000 })).toEqual({
      settled: true,
      pending: 0,
      waitsFor: [],
    });
    expect(new Set(ids().slice(5))).toEqual(new Set(ids().slice(0, 5)));
  });

  test('an answer cut off by a stop counts as none: the next start sends it again', async () => {
    await start({ answer: (_body, count) => (count === 0 ? null : 200) });
    await buy(sandbox, { settle: false });
    await expect.poll(() => sandbox.received.length).toBe(1);
    await sandbox.restart();
    await sandbox.control('POST', 'settle', { timeoutMs: 5000 });
    expect(sandbox.received).toHaveLength(6);
    expect(ids()[1]).toBe(ids()[0]);
  });
});

describe('switches', () => {
  async function dropped(seed: number): Promise<number[]> {
    await start();
    await sandbox.control('POST', 'switches', { seed, drop: 0.3 });
    for (const userId of ['a', 'b', 'c', 'd', 'e', 'f']) await buy(sandbox, { userId });
    const log = await deliveries();
    const ordinals = log.filter(({ status }) => status === 'dropped').map(({ ordinal }) => ordinal);
    expect(sandbox.received).toHaveLength(log.length - ordinals.length);
    await sandbox.close();
    return ordinals;
  }

  test('the same seed drops the same events in the same history', async () => {
    const first = await dropped(42);
    expect(first.length).toBeGreaterThan(0);
    expect(await dropped(42)).toEqual(first);
    expect(await dropped(43)).not.toEqual(first);
    await start();
  });

  test('a dropped event can be sent by hand', async () => {
    await start();
    await sandbox.control('POST', 'switches', { seed: 1, drop: 1 });
    await buy(sandbox);
    expect(sandbox.received).toEqual([]);
    const [first] = await deliveries();
    await sandbox.control('POST', `deliveries/${first?.id}/resend`, {});
    await sandbox.settle();
    expect(ids()).toEqual([first?.eventId]);
  });

  test('repeat sends an accepted event once more', async () => {
    await start();
    await sandbox.control('POST', 'switches', { seed: 1, repeat: 1 });
    await buy(sandbox);
    expect(ids()).toHaveLength(10);
    expect(new Set(ids()).size).toBe(5);
  });

  test("falsify breaks only the first attempt's signature", async () => {
    const seen = new Set<string>();
    const firstTime = (body: string) => seen.size < seen.add(body).size;
    await start({ answer: (body) => (firstTime(body) ? 400 : 200) });
    await sandbox.control('POST', 'switches', { seed: 1, falsify: 1 });
    await buy(sandbox);
    const good = sandbox.received.map(({ headers, body }) => {
      const signature = String(headers['alpha-signature']);
      try {
        return Boolean(new Stripe('sk').webhooks.constructEvent(body, signature, sandbox.options.webhookSecret));
      } catch {
        return false;
      }
    });
    expect(good.filter((each) => !each)).toHaveLength(5);
    expect(good.filter(Boolean)).toHaveLength(5);
    expect((await deliveries()).map(({ attempts }) => attempts.map(({ falsified }) => falsified === true))).toEqual(
      Array.from({ length: 5 }, () => [true, false]),
    );
  });

  test('reorder changes the order, the default keeps it', async () => {
    await start();
    await buy(sandbox, { userId: 'a' });
    const log = (await deliveries()).map(({ eventId }) => eventId);
    expect(ids()).toEqual(log);
    await sandbox.control('POST', 'switches', { seed: 5, reorder: 0.6 });
    await buy(sandbox, { userId: 'b' });
    const later = (await deliveries()).map(({ eventId }) => eventId).slice(5);
    expect(ids().slice(5)).not.toEqual(later);
    expect(ids().slice(5).sort()).toEqual(later.sort());
  });

  test.each([
    ['error500', 500],
    ['error429', 429],
  ])('the API answers %s', async (mode, status) => {
    await start();
    await sandbox.control('POST', 'switches', { api: { mode } });
    expect((await fetch(`${sandbox.url}/v1/prices/price_yen`)).status).toBe(status);
    await sandbox.control('POST', 'switches', { reset: true });
    expect((await fetch(`${sandbox.url}/v1/prices/price_yen`)).status).toBe(401);
  });

  test.each(['hang', 'refuse', 'cut'])('the API fails a call by %s', async (mode) => {
    await start();
    await sandbox.control('POST', 'switches', { api: { mode } });
    const call = fetch(`${sandbox.url}/v1/prices/price_yen`, { signal: AbortSignal.timeout(300) });
    await expect(call.then((answer) => answer.json())).rejects.toThrow();
  });
});
