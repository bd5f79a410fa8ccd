import { setTimeout as sleep } from 'node:timers/promises';

/** One statement over at most `size` rows after `after`. Resolves to the last row's id, or null when nothing follows. */
export type Slice = (after: bigint, size: number) => Promise<bigint | null>;

const FIRST_SIZE = 200;
const MOST = 5_000;
/**
 * A quarter of the longest lock we allow, so that a slice that is slower than the one before, or contended, stays below
 * it.
 */
const AIM_MS = 25;
const LONGEST_PAUSE_MS = 100;

/**
 * Works through a table by id; each slice is one statement and one commit. Slice sizes adapt to the time that slices
 * take, and the pauses between slices are as long as the slices.
 */
export async function inSlices(slice: Slice, signal?: AbortSignal, from = 0n): Promise<void> {
  let size = FIRST_SIZE;
  for (let after: bigint | null = from; after !== null; ) {
    signal?.throwIfAborted();
    const begun = performance.now();
    after = await slice(after, size);
    const took = performance.now() - begun;
    size = sizeAfter(size, took);
    await sleep(Math.min(took, LONGEST_PAUSE_MS));
  }
}

/** At most doubled; shrunk as far as needed, down to a tenth. */
function sizeAfter(size: number, took: number): number {
  const factor = Math.min(2, Math.max(0.1, (0.8 * AIM_MS) / Math.max(took, 1)));
  return Math.min(MOST, Math.max(10, Math.floor(size * factor)));
}
