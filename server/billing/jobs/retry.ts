import type { Pool } from '../../database/client.ts';

/** A row that failed so often is set aside: it is reported, and tried rarely. */
export const SET_ASIDE_AFTER = 12;

/**
 * How long a row waits after `attempts` failures: 2, 4, 8, … seconds, at most ten minutes; set aside an hour, and after
 * two days of that a day. An expression of SQL.
 */
export const backOff = (attempts: string) => `(CASE WHEN ${attempts} < ${SET_ASIDE_AFTER}
  THEN least(600, power(2, least(${attempts}, 10))) WHEN ${attempts} < 60 THEN 3600 ELSE 86400 END * interval '1 second')`;

/** Whether a row of the job whose key is the expression `key` may be tried now. An expression of SQL. */
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

/** A row that is itself what is to be done. */
interface RetryRow extends RetryKey {
  /** When it was due as it was read: asked for once more since then, it stays. */
  dueAt?: string;
}

const DONE = `DELETE FROM retry WHERE job = $1 AND key = $2 AND coalesce("dueAt" = $3, true)`;

/** Until the row is due again `mayBeTried` leaves it out. */
export async function recordRowFailure(pool: Pool, { job, key }: RetryKey, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  await pool.query(FAILED, [job, key, reason.slice(0, MOST_ERROR)]);
}

/** Forgets the failures of rows for which the condition `owed`, about `r.key`, doesn't hold any more. */
export async function forgetDone(pool: Pool, job: string, owed: string): Promise<void> {
  await pool.query(`DELETE FROM retry r WHERE r.job = $1 AND NOT (${owed})`, [job]);
}

/**
 * Does the work of one row so that its failure holds up no other. Resolves to whether it was done; rejects only when the
 * database is away.
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
