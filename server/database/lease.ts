import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from './client.ts';

export interface LeaseOptions {
  /** What is held: one holder at a time over all processes. */
  name: string;
  /** Ends the work from outside. */
  signal?: AbortSignal;
  /** After so long without a renewal somebody else may take it: what a kill -9 costs. */
  leaseMs?: number;
}

export type Leased<T> = { held: true; result: T } | { held: false };

const LEASE_MS = 10_000;
const RENEWALS = 4;

/** A lease that is held is only read, so that those who ask in vain write nothing. */
const TAKE = `
  INSERT INTO lease AS l (name, owner, "expiresAt")
  SELECT $1, $2, clock_timestamp() + $3 * interval '1 millisecond'
    WHERE NOT EXISTS (SELECT FROM lease WHERE name = $1 AND "expiresAt" > clock_timestamp())
  ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, "expiresAt" = excluded."expiresAt"
    WHERE l."expiresAt" <= clock_timestamp()
  RETURNING name`;

/** One that ran out and that nobody took is still ours. */
const RENEW = `UPDATE lease SET "expiresAt" = clock_timestamp() + $3 * interval '1 millisecond' WHERE name = $1 AND owner = $2`;

const RELEASE = 'DELETE FROM lease WHERE name = $1 AND owner = $2';

/**
 * Does the work if nobody else holds the name, and answers `held: false` at once otherwise. The lease is a row, renewed
 * while the work goes on, so it outlives neither the process nor depends on one connection. The signal that the work
 * gets is aborted when the lease is lost or `signal` is; work that goes on after that may meet another holder's.
 */
export async function withLease<T>(
  pool: Pool,
  { name, signal, leaseMs = LEASE_MS }: LeaseOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<Leased<T>> {
  const owner = randomUUID();
  const { rowCount } = await pool.query(TAKE, [name, owner, leaseMs]);
  if (rowCount !== 1) return { held: false };
  const done = new AbortController();
  const lost = new AbortController();
  const renewing = renew(pool, { name, owner, leaseMs }, done.signal).catch((error: unknown) => lost.abort(error));
  try {
    return { held: true, result: await work(signal ? AbortSignal.any([signal, lost.signal]) : lost.signal) };
  } finally {
    done.abort();
    await renewing;
    await pool.query(RELEASE, [name, owner]).catch(() => undefined);
  }
}

interface Held {
  name: string;
  owner: string;
  leaseMs: number;
}

/** Rejects as soon as somebody else may hold the name. */
async function renew(pool: Pool, { name, owner, leaseMs }: Held, done: AbortSignal): Promise<void> {
  let heldUntil = Date.now() + leaseMs;
  for (;;) {
    await sleep(leaseMs / RENEWALS, undefined, { signal: done }).catch(() => undefined);
    if (done.aborted) return;
    const asked = Date.now();
    try {
      const { rowCount } = await pool.query(RENEW, [name, owner, leaseMs]);
      if (rowCount !== 1) throw new LeaseLost(name);
      heldUntil = asked + leaseMs;
    } catch (error) {
      if (error instanceof LeaseLost || Date.now() >= heldUntil) throw error;
    }
  }
}

class LeaseLost extends Error {
  constructor(name: string) {
    super(`The lease ${name} was lost`);
    this.name = 'LeaseLost';
  }
}
