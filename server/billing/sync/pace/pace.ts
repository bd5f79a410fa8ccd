import type { Pool } from '../../../database/client.ts';
import { pause } from './pause.ts';

/** Spaces out the calls to a provider. */
export interface Pace {
  /** Resolves when the next call may be made; rejects with the signal's reason. */
  turn(signal?: AbortSignal): Promise<void>;
  /** Stops all calls for this long, as the provider asked. */
  hold(milliseconds: number): Promise<void>;
}

/** When the next call may be made, in milliseconds from now. */
interface Clock {
  /** Reserves this many call slots, `apartMs` apart, and returns the time of the first. */
  reserve(calls: number): Promise<number>;
  hold(milliseconds: number): Promise<void>;
}

/**
 * How much of the rate a process reserves at once: fewer reads, but slots reserved by a process that stops are lost.
 */
const RESERVED_MS = 100;
/** A busy process lets slots that it could not use expire instead of using them all at once. */
const LATE_MS = 50;

/**
 * Limits all processes together to the given number of calls a second: the next free slot is a row. No process gets
 * ahead of its turn, so the rate holds for any number of processes.
 */
export function sharedPace(pool: Pool, { provider, perSecond }: { provider: string; perSecond: number }): Pace {
  const apartMs = 1_000 / perSecond;
  return paceBy(apartMs, {
    async reserve(calls) {
      const { rows } = await pool.query<{ inMs: number }>(RESERVE, [provider, calls * apartMs]);
      return rows[0]?.inMs ?? 0;
    },
    async hold(milliseconds) {
      await pool.query(HOLD, [provider, milliseconds]);
    },
  });
}

const RESERVE = `
  INSERT INTO provider_pace AS p (provider, "freeAt")
    VALUES ($1, clock_timestamp() + $2::float8 * interval '1 millisecond')
  ON CONFLICT (provider) DO UPDATE
    SET "freeAt" = greatest(p."freeAt", clock_timestamp()) + $2::float8 * interval '1 millisecond'
  RETURNING (extract(epoch FROM "freeAt" - clock_timestamp()) * 1000 - $2::float8)::float8 AS "inMs"`;

const HOLD = `
  INSERT INTO provider_pace AS p (provider, "freeAt")
    VALUES ($1, clock_timestamp() + $2::float8 * interval '1 millisecond')
  ON CONFLICT (provider) DO UPDATE SET "freeAt" = greatest(p."freeAt", excluded."freeAt")`;

/** For this process alone; 0: no pause between calls. */
export function ownPace(apartMs: number): Pace {
  let freeAt = 0;
  return paceBy(apartMs, {
    async reserve(calls) {
      const now = performance.now();
      const begin = Math.max(freeAt, now);
      freeAt = begin + calls * apartMs;
      return begin - now;
    },
    async hold(milliseconds) {
      freeAt = Math.max(freeAt, performance.now() + milliseconds);
    },
  });
}

function paceBy(apartMs: number, clock: Clock): Pace {
  const block = apartMs > 0 ? Math.max(1, Math.floor(RESERVED_MS / apartMs)) : 1;
  let left = 0;
  let nextAt = 0;
  let reserving: Promise<void> | undefined;
  let holds = 0;

  async function reserve(): Promise<void> {
    const before = holds;
    const inMs = await clock.reserve(block);
    nextAt = performance.now() + inMs;
    // Slots reserved before a hold lie before its end.
    left = before === holds ? block : 0;
  }

  function skipPassed(): void {
    const passed = Math.ceil((performance.now() - LATE_MS - nextAt) / apartMs);
    const skipped = apartMs > 0 ? Math.min(left, Math.max(0, passed)) : 0;
    left -= skipped;
    nextAt += skipped * apartMs;
  }

  async function nextSlot(signal?: AbortSignal): Promise<number> {
    for (skipPassed(); left === 0; skipPassed()) {
      signal?.throwIfAborted();
      reserving ??= reserve().finally(() => {
        reserving = undefined;
      });
      await reserving;
    }
    left -= 1;
    const at = nextAt;
    nextAt += apartMs;
    return at;
  }

  return {
    async turn(signal) {
      for (let before = -1; before !== holds; ) {
        const at = await nextSlot(signal);
        before = holds;
        await pause(at - performance.now(), signal);
      }
    },
    async hold(milliseconds) {
      holds += 1;
      left = 0;
      await clock.hold(milliseconds);
    },
  };
}
