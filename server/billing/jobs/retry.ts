import type { Pool } from '../../database/client.ts';
import { backOffSeconds } from '../../database/queueRows.ts';

/** A row that failed this often is set aside: it is reported and retried rarely. */
export const SET_ASIDE_AFTER = 12;

/**
 * The backoff of a row after `attempts` failures: 2, 4, 8, … seconds, at most ten minutes; once set aside an hour, and
 * after two days of that a day. An SQL expression.
 */
export const backOff = (attempts: string) => `(CASE WHEN ${attempts} < ${SET_ASIDE_AFTER}
  THEN ${backOffSeconds(attempts)} WHEN ${attempts} < 60 THEN 3600 ELSE 86400 END * interval '1 second')`;

/** Whether a row of the job with the key expression `key` may be retried now. An SQL expression. */
export const mayBeTried = (job: string, key: string) => `NOT EXISTS (SELECT FROM retry r
  WHERE r.job = '${job}' AND r.key = ${key} AND r."dueAt" > clock_timestamp())`;

const MOST_ERROR = 500;

const FAILED = `
  INSERT INTO retry AS r (job, key, "dueAt", "lastError") VALUES ($1, $2, clock_timestamp() + ${backOff('1')}, $3)
  ON CONFLICT (job, key) DO UPDATE SET attempts = r.attempts + 1, "lastError" = excluded."lastError",
    "dueAt" = clock_timestamp() + ${backOff('(r.attempts + 1)')}`;

/** One row of a job. */
export interface RetryKey {
  job: string;
  key: string;
}

/** A row that itself is the work. */
interface RetryRow extends RetryKey {
  /** When the row was due as it was read; a row that was requested again since then stays. */
  dueAt?: string;
}

const DONE = `DELETE FROM retry WHERE job = $1 AND key = $2 AND coalesce("dueAt" = $3, true)`;

/** Until the row is due again, `mayBeTried` leaves it out. */
export async function recordRowFailure(pool: Pool, { job, key }: RetryKey, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  await pool.query(FAILED, [job, key, reason.slice(0, MOST_ERROR)]);
}

/** Removes the failures of rows for which the condition `owed`, about `r.key`, no longer holds. */
export async function forgetDone(pool: Pool, job: string, owed: string): Promise<void> {
  await pool.query(`DELETE FROM retry r WHERE r.job = $1 AND NOT (${owed})`, [job]);
}

/**
 * Does the work of one row, so that its failure blocks no other row. Resolves to whether it was done; rejects only when
 * the database is unavailable.
 */
export async function tryRow(pool: Pool, row: RetryRow, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
  } catch (error) {
    await recordRowFailure(pool, row, error);
    return false;
  }
  await pool.query(DONE, [row.job, row.key, row.dueAt]);
  return true;
}
