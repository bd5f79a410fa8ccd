import type { Pool } from '../../../database/client.ts';
import { claimDue } from '../../../database/queueRows.ts';
import type { Billing } from '../../context.ts';
import { backOff } from '../../jobs/retry.ts';
import { inList } from '../../records/columns.ts';
import { duplicateStates } from '../../records/duplicate.ts';
import { liveInSql } from '../../records/subscription.ts';
import { lookAtOwner } from './lookAtOwner.ts';

export const DUPLICATES = 'duplicates';

const AT_ONCE = 4;
const MOST_PLAIN = 500;

const DUE = `SELECT "userId", "queuedAt"::text AS asked, "dueAt"::text AS "dueAt" FROM owner_check WHERE "dueAt" <= clock_timestamp()
  ORDER BY "dueAt" LIMIT ${MOST_PLAIN}`;

/** Work on a second subscription is left: a step, or its announcement. */
const UNDONE = `d.state IN ${inList(duplicateStates.filter((state) => state !== 'closed' && state !== 'done'))}
  OR d.state = 'done' AND d."notifiedAt" IS NULL`;

/**
 * Nearly all owners: a buyer with one subscription and no open page on which to buy a second one. A purchase in the
 * meantime requests a new check, and so keeps its row; a row that a purchase holds at this moment is left.
 */
const DISMISS_PLAIN = `
  DELETE FROM owner_check WHERE "userId" IN (
    SELECT o."userId" FROM owner_check o JOIN unnest($1::text[], $2::text[]) AS due ("userId", asked) USING ("userId")
    WHERE o."queuedAt" = due.asked::timestamptz
      AND (SELECT count(*) FROM subscription s WHERE s."userId" = o."userId" AND ${liveInSql('s')}) < 2
      AND NOT EXISTS (SELECT FROM checkout c WHERE c."userId" = o."userId" AND c."openKey" IS NOT NULL)
      AND NOT EXISTS (SELECT FROM duplicate d WHERE d."userId" = o."userId" AND (${UNDONE}))
    FOR UPDATE OF o SKIP LOCKED)`;

/** Those due until then that were not dismissed. */
const CLAIM = claimDue({
  table: 'owner_check',
  key: '"userId"',
  atOnce: AT_ONCE,
  where: '"dueAt" <= $1::timestamptz',
  returning: '"userId", attempts, "queuedAt"::text AS asked',
});

const DONE = 'DELETE FROM owner_check WHERE "userId" = $1 AND "queuedAt" = $2::timestamptz';

const AGAIN = `UPDATE owner_check SET "lastError" = $2, "dueAt" = clock_timestamp() + ${backOff('attempts')}
  WHERE "userId" = $1`;

interface OwnerRequest {
  userId: string;
  /** With microseconds: it changes when another purchase was made. */
  asked: string;
}

interface Due extends OwnerRequest {
  dueAt: string;
}

interface Row extends OwnerRequest {
  attempts: number;
}

/**
 * Checks all owners with new purchases. Resolves to how many there were. Owners who buy meanwhile are left to the next
 * run, which dismisses them together: one by one, they would cost more than everything else about their purchase.
 */
export async function lookAtOwners(billing: Billing, signal?: AbortSignal): Promise<number> {
  const { jobPool } = billing.database;
  const { dismissed, until } = await dismissPlain(jobPool, signal);
  let looked = dismissed;
  for (;;) {
    signal?.throwIfAborted();
    const { rows } = await jobPool.query<Row>(CLAIM, [until]);
    if (rows.length === 0) return looked;
    const done = await Promise.all(rows.map((row) => lookAtOne(billing, row)));
    looked += done.filter(Boolean).length;
  }
}

/** Hundreds at a time; a single check takes a dozen statements. `until`: when the last of them was due. */
async function dismissPlain(pool: Pool, signal: AbortSignal | undefined) {
  let dismissed = 0;
  let until: string | null = null;
  for (;;) {
    signal?.throwIfAborted();
    const { rows } = await pool.query<Due>(DUE);
    until = rows.at(-1)?.dueAt ?? until;
    if (rows.length === 0) return { dismissed, until };
    const values = [rows.map(({ userId }) => userId), rows.map(({ asked }) => asked)];
    const { rowCount } = await pool.query(DISMISS_PLAIN, values);
    dismissed += rowCount ?? 0;
    if (rows.length < MOST_PLAIN || !rowCount) return { dismissed, until };
  }
}

async function lookAtOne(billing: Billing, { userId, attempts, asked }: Row): Promise<boolean> {
  const { jobPool } = billing.database;
  try {
    if (!(await lookAtOwner(billing, userId, attempts))) throw new Error('Another process is checking this owner');
    await jobPool.query(DONE, [userId, asked]);
    return true;
  } catch (error) {
    billing.log.info({ err: error, userId, attempts }, 'The check of a user’s subscriptions is retried');
    await jobPool.query(AGAIN, [userId, error instanceof Error ? error.message : String(error)]);
    return false;
  }
}
