import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from './client.ts';
import { instance } from './instance.ts';

export interface LeaseOptions {
  /** One holder at a time, across all processes. */
  name: string;
  /** Aborts the work from outside. */
  signal?: AbortSignal;
  /** Without a renewal for this long another process may take it: the cost of a kill -9. */
  leaseMs?: number;
}

export type Leased<T> = { held: true; result: T } | { held: false };

const LEASE_MS = 10_000;
const RENEWALS = 4;

/** A held lease is only read, so that failed attempts write nothing. */
const TAKE = `
  INSERT INTO lease AS l (name, owner, "expiresAt")
  SELECT $1, $2, clock_timestamp() + $3 * interval '1 millisecond'
    WHERE NOT EXISTS (SELECT FROM lease WHERE name = $1 AND "expiresAt" > clock_timestamp())
  ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, "expiresAt" = excluded."expiresAt"
    WHERE l."expiresAt" <= clock_timestamp()
  RETURNING name`;

/** An expired lease that no one took is still ours. */
const RENEW = `UPDATE lease SET "expiresAt" = clock_timestamp() + $3 * interval '1 millisecond' WHERE name = $1 AND owner = $2`;

const RELEASE = 'DELETE FROM lease WHERE name = $1 AND owner = $2';

/**
 * Does the work if no one else holds the name; otherwise returns `held: false` at once. The lease is a row that is
 * renewed during the work, so it does not outlive the process or depend on one connection. The work's signal is aborted
 * when the lease is lost or `signal` is aborted; work that continues after that may overlap with the next holder's.
 */
export async function withLease<T>(
  pool: Pool,
  { name, signal, leaseMs = LEASE_MS }: LeaseOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<Leased<T>> {
  const owner = `${instance} ${randomUUID().slice(0, 8)}`;
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

interface LeaseClaim {
  name: string;
  owner: string;
  leaseMs: number;
}

/** Rejects as soon as another process may hold the name. */
async function renew(pool: Pool, { name, owner, leaseMs }: LeaseClaim, done: AbortSignal): Promise<void> {
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
