import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import type { Customer } from '../records/customer.ts';
import { createKnownCache, type KnownCache } from './knownCache.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Stores records and tells how many of them are still in memory. */
function filled(cache: KnownCache, count: number): () => Promise<number> {
  const refs = Array.from({ length: count }, (_, n) => {
    const row = { id: `record${n}`, email: 'ada@example.com' } as Customer;
    cache.keepWritten([row]);
    return new WeakRef(row);
  });
  return async () => {
    // A WeakRef keeps its object until the end of the current turn.
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    return refs.filter((ref) => ref.deref() !== undefined).length;
  };
}

test.each([1, 20_000])('%i records leave the memory within twenty seconds, without another event', async (count) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const left = filled(createKnownCache(), count);
    vi.advanceTimersByTime(9_999);
    expect(await left()).toBeGreaterThan(0);
    vi.advanceTimersByTime(10_001);
    expect(await left()).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
