import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Phase, readPhase } from './mark.ts';

const LOOK_EVERY_MS = 1_000;

export interface PhaseSource {
  /** At most a second old: a command ends the recovery, and all processes follow. */
  now(): Phase;
  stop(): Promise<void>;
}

/** A database that is open stays so while processes run. */
export function followPhase(pool: pg.Pool, first: Phase): PhaseSource {
  const stopping = new AbortController();
  const { signal } = stopping;
  let phase = first;
  const following = (async () => {
    while (phase !== 'open' && !signal.aborted) {
      await sleep(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (!signal.aborted) phase = await readPhase(pool).catch(() => phase);
    }
  })();
  return {
    now: () => phase,
    async stop() {
      stopping.abort();
      await following;
    },
  };
}
