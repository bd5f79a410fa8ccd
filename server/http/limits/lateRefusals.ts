import { setTimeout as sleep } from 'node:timers/promises';

const LATE_MS = 1_000;
const MOST_HELD = 256;

/** Delays the refusals of those who ask for too much. */
export interface LateRefusals {
  /** Resolves when the refusal may be sent. */
  wait(): Promise<void>;
}

/**
 * A refusal costs nearly as much as an answer, and a greedy caller asks again as soon as it comes: an early one buys
 * others nothing. A held one costs a few kilobytes; beyond `mostHeld` they are sent at once.
 */
export function createLateRefusals({ lateMs = LATE_MS, mostHeld = MOST_HELD } = {}): LateRefusals {
  let held = 0;
  return {
    async wait() {
      if (held >= mostHeld) return;
      held += 1;
      await sleep(lateMs);
      held -= 1;
    },
  };
}
