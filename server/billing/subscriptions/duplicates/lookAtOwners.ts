import type { Billing } from '../../context.ts';
import { backOff } from '../../jobs/retry.ts';
import { lookAtOwner } from './lookAtOwner.ts';

export const DUPLICATES = 'duplicates';

const AT_ONCE = 4;

/** Whoever holds a row looks alone; a process that dies gives it back by time. */
const LEASE = `
  UPDATE owner_check SET attempts = attempts + 1, "dueAt" = clock_timestamp() + interval '60 seconds'
  WHERE "userId" IN (SELECT "userId" FROM owner_check WHERE "dueAt" <= clock_timestamp()
    ORDER BY "dueAt" LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
  RETURNING "userId", attempts, "queuedAt"::text AS asked`;

const DONE = 'DELETE FROM owner_check WHERE "userId" = $1 AND "queuedAt" = $2::timestamptz';

const AGAIN = `UPDATE owner_check SET "lastError" = $2, "dueAt" = clock_timestamp() + ${backOff('attempts')}
  WHERE "userId" = $1`;

interface Row {
  userId: string;
  attempts: number;
  /** To the microsecond: it changes when something else was bought. */
  asked: string;
}

/** Looks at all whose purchases were not looked at together. Resolves to how many were. */
export async function lookAtOwners(billing: Billing, signal?: AbortSignal): Promise<number> {
  let looked = 0;
  for (;;) {
    signal?.throwIfAborted();
    const { rows } = await billing.database.jobPool.query<Row>(LEASE);
    if (rows.length === 0) return looked;
    const done = await Promise.all(rows.map((row) => lookAtOne(billing, row)));
    looked += done.filter(Boolean).length;
  }
}

async function lookAtOne(billing: Billing, { userId, attempts, asked }: Row): Promise<boolean> {
  const { jobPool } = billing.database;
  try {
    if (!(await lookAtOwner(billing, userId, attempts))) throw new Error('Somebody else is at it');
    await jobPool.query(DONE, [userId, asked]);
    return true;
  } catch (error) {
    billing.log.info({ err: error, userId, attempts }, 'A look at what a user has is repeated');
    await jobPool.query(AGAIN, [userId, error instanceof Error ? error.message : String(error)]);
    return false;
  }
}
