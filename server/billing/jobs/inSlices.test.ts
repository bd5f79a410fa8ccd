import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inSlices } from './inSlices.ts';

test('continues from the last id until nothing follows', async () => {
  const seen: bigint[] = [];
  await inSlices(async (after) => {
    seen.push(after);
    return after < 50n ? after + 10n : null;
  });
  expect(seen).toEqual([0n, 10n, 20n, 30n, 40n, 50n]);
});

test('begins at the given id, and stops at the signal between two slices', async () => {
  const stop = new AbortController();
  const seen: bigint[] = [];
  const slice = async (after: bigint) => {
    seen.push(after);
    if (seen.length === 3) stop.abort(new Error('stopped'));
    return after + 1n;
  };
  await expect(inSlices(slice, stop.signal, 7n)).rejects.toThrow('stopped');
  expect(seen).toEqual([7n, 8n, 9n]);
});

test('quick slices grow, slow ones shrink at once', async () => {
  const sizes: number[] = [];
  await inSlices(async (_after, size) => {
    sizes.push(size);
    if (sizes.length === 8) await sleep(400);
    return sizes.length < 10 ? 1n : null;
  });
  expect(sizes.slice(0, 5)).toEqual([200, 400, 800, 1_600, 3_200]);
  expect(Math.max(...sizes)).toBe(5_000);
  expect(sizes[8]).toBeLessThanOrEqual(500);
});

test('an error in a slice ends the loop', async () => {
  await expect(inSlices(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
});
