import type { Pool } from '../../database/client.ts';
import type { Job } from './job.ts';

type Named = Pick<Job, 'name' | 'everyMs'>;

const MOST_ERROR = 500;
const MILLISECONDS = `interval '1 millisecond'`;
const DUE_AT = `coalesce("retryAt", "startedAt" + $2 * ${MILLISECONDS}, '-infinity')`;

const NOT_DUE = `SELECT FROM job WHERE name = $1 AND ${DUE_AT} > clock_timestamp()`;

/** If the process dies, the job is due at once. */
const BEGIN = `
  INSERT INTO job AS j (name, "startedAt", "retryAt") VALUES ($1, clock_timestamp(), clock_timestamp())
  ON CONFLICT (name) DO UPDATE SET "startedAt" = excluded."startedAt", "retryAt" = excluded."retryAt"
    WHERE coalesce(j."retryAt", j."startedAt" + $2 * ${MILLISECONDS}, '-infinity') <= clock_timestamp()
  RETURNING name`;

/** A job that every process runs each second records only one success in five seconds. */
const SUCCEEDED = `
  INSERT INTO job (name, "startedAt", "succeededAt")
  SELECT $1, clock_timestamp() - $2 * ${MILLISECONDS}, clock_timestamp()
    WHERE NOT EXISTS (SELECT FROM job WHERE name = $1 AND "retryAt" IS NULL AND failures = 0
      AND "succeededAt" > clock_timestamp() - interval '5 seconds')
  ON CONFLICT (name) DO UPDATE SET "startedAt" = excluded."startedAt", "succeededAt" = excluded."succeededAt", failures = 0,
    "lastError" = NULL, "retryAt" = NULL`;

/** Retries after 1, 2, 4, … minutes, at most an hour, and never later than the normal interval. */
const FAILED = `
  INSERT INTO job AS j (name, "startedAt", "failedAt", failures, "lastError")
    VALUES ($1, clock_timestamp(), clock_timestamp(), 1, $3)
  ON CONFLICT (name) DO UPDATE SET "failedAt" = clock_timestamp(), failures = j.failures + 1, "lastError" = $3,
    "retryAt" = clock_timestamp() + least($2 * ${MILLISECONDS},
      least(3600, 60 * power(2, least(j.failures, 6))) * interval '1 second')`;

export async function isDue(pool: Pool, { name, everyMs }: Named): Promise<boolean> {
  return (await pool.query(NOT_DUE, [name, everyMs])).rowCount === 0;
}

/** Whether it is still due: another process may just have run it. */
export async function recordBegin(pool: Pool, { name, everyMs }: Named): Promise<boolean> {
  return (await pool.query(BEGIN, [name, everyMs])).rowCount === 1;
}

export async function recordSuccess(pool: Pool, { name }: Named, tookMs: number): Promise<void> {
  await pool.query(SUCCEEDED, [name, tookMs]);
}

export async function recordFailure(pool: Pool, { name, everyMs }: Named, error: unknown): Promise<void> {
  const message = error instanceof Error ? error.message : String(error);
  await pool.query(FAILED, [name, everyMs, message.slice(0, MOST_ERROR)]);
}
