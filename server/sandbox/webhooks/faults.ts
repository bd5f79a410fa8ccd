import { createHash } from 'node:crypto';
import { randomSeed } from '../core/random.ts';
import type { Switches } from './records.ts';

export function noFaults(seed = randomSeed()): Switches {
  return {
    seed,
    drawn: 0,
    repeat: 0,
    reorder: 0,
    delay: { rate: 0, ms: 0 },
    drop: 0,
    falsify: 0,
    api: { mode: 'ok' },
  };
}

export type Fault = 'repeat' | 'reorder' | 'delay' | 'drop' | 'falsify';

/**
 * A number from 0 to 1 that depends only on the seed, the event's ordinal and the purpose, not on the time or order of
 * the draws: the same history with the same seed has the same faults.
 */
export function draw(seed: number, ordinal: number, purpose: string): number {
  return createHash('sha256').update(`${seed}/${ordinal}/${purpose}`).digest().readUInt32BE(0) / 2 ** 32;
}

export function strikes(switches: Switches, ordinal: number, fault: Fault): boolean {
  const rate = fault === 'delay' ? switches.delay.rate : switches[fault];
  return rate > 0 && draw(switches.seed, ordinal, fault) < rate;
}

const REORDER_WINDOW_MS = 1_500;

/** The delay of an event's first attempt. */
export function holdBackMs(switches: Switches, ordinal: number): number {
  const late = strikes(switches, ordinal, 'delay') ? switches.delay.ms : 0;
  const shuffled = strikes(switches, ordinal, 'reorder');
  return late + (shuffled ? Math.ceil(draw(switches.seed, ordinal, 'reorder by') * REORDER_WINDOW_MS) : 0);
}
