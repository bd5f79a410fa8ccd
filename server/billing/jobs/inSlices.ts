import { setTimeout as sleep } from 'node:timers/promises';

/** One statement over at most `size` rows after `after`. Resolves to the last row's id, or null when nothing follows. */
export type Slice = (after: bigint, size: number) => Promise<bigint | null>;

const FIRST_SIZE = 200;
const MOST = 5_000;
/** A quarter of what a lock may last, so that a slice that is unlike the one before, or met by others' work, stays below it. */
const AIM_MS = 25;
const LONGEST_PAUSE_MS = 100;

/**
 * Works through a table by id, each slice a statement and a commit of its own. Sizes follow the time that slices take,
 * and as much time is left to others between them.
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

/** Halved at once, doubled at most. */
function sizeAfter(size: number, took: number): number {
  const factor = Math.min(2, Math.max(0.1, (0.8 * AIM_MS) / Math.max(took, 1)));
  return Math.min(MOST, Math.max(10, Math.floor(size * factor)));
}
