import { describe, expect, test } from 'vitest';
import type { Adapter } from '../../../adapters/adapter.ts';
import { until } from '../../../testing/run/until.ts';
import { ownPace } from './pace.ts';
import { pacedAdapter } from './pacedAdapter.ts';

const refusal = (status: number | undefined, retryAfterMs?: number) =>
  Object.assign(new Error(`refused ${status}`), { status, retryAfterMs });

/** An adapter whose reads fail with these errors, one after another, and then succeed. */
function failing(...errors: Error[]) {
  const calls: number[] = [];
  const read = async () => {
    calls.push(performance.now());
    const error = errors[calls.length - 1];
    if (error) throw error;
    return null;
  };
  const adapter = { provider: 'alpha', fetchSubscription: read, fetchCustomer: read } as unknown as Adapter;
  return { adapter, calls };
}

const never = new AbortController().signal;

describe('a read', () => {
  test('is retried with backoff while the provider is busy or unavailable', async () => {
    const { adapter, calls } = failing(refusal(500), refusal(undefined));
    const paced = pacedAdapter(adapter, { pace: ownPace(0), signal: never, repeatMs: 50 });
    expect(await paced.fetchSubscription('sub_1')).toBeNull();
    expect(calls).toHaveLength(3);
    const [first = 0, second = 0, third = 0] = calls;
    expect(second - first).toBeGreaterThan(45);
    expect(third - second).toBeGreaterThan(90);
  });

  test.each([400, 401, 403, 404, 422])('that is refused with %i is not retried', async (status) => {
    const { adapter, calls } = failing(refusal(status));
    const paced = pacedAdapter(adapter, { pace: ownPace(0), signal: never });
    await expect(paced.fetchSubscription('sub_1')).rejects.toThrow(`refused ${status}`);
    expect(calls).toHaveLength(1);
  });

  test('waits as long as a 429 says, and so do all other calls', async () => {
    const { adapter, calls } = failing(refusal(429, 200));
    const paced = pacedAdapter(adapter, { pace: ownPace(0), signal: never });
    const first = paced.fetchSubscription('sub_1');
    await until('it was refused', () => calls.length === 1);
    await Promise.all([first, paced.fetchCustomer('cus_1'), paced.fetchCustomer('cus_2')]);
    expect(calls).toHaveLength(4);
    for (const later of calls.slice(1)) expect(later - (calls[0] ?? 0)).toBeGreaterThan(180);
  });

  test('a 429 is not a failure: it may occur more often than the retry limit', async () => {
    const { adapter, calls } = failing(...Array.from({ length: 9 }, () => refusal(429, 5)));
    expect(await pacedAdapter(adapter, { pace: ownPace(0), signal: never }).fetchSubscription('sub_1')).toBeNull();
    expect(calls).toHaveLength(10);
  });

  test.each([
    ['a turn', ownPace(60_000), []],
    ['a repeat', ownPace(0), [refusal(503, 60_000)]],
    ['a 429', ownPace(0), [refusal(429, 60_000)]],
  ])('ends while it waits for %s', async (_what, pace, errors) => {
    const stop = new AbortController();
    const paced = pacedAdapter(failing(...errors).adapter, { pace, signal: stop.signal });
    if (errors.length === 0) await paced.fetchSubscription('sub_0');
    const waiting = paced.fetchSubscription('sub_1');
    setTimeout(() => stop.abort(new Error('stopped')), 50);
    await expect(waiting).rejects.toThrow('stopped');
    await expect(paced.fetchSubscription('sub_2')).rejects.toThrow('stopped');
  });
});

test('concurrent calls are spaced out', async () => {
  const { adapter, calls } = failing();
  const paced = pacedAdapter(adapter, { pace: ownPace(20), signal: never });
  await Promise.all(Array.from({ length: 20 }, (_, index) => paced.fetchCustomer(`cus_${index}`)));
  const lasted = (calls.at(-1) ?? 0) - (calls[0] ?? 0);
  expect(lasted).toBeGreaterThan(200);
});
