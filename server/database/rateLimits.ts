import { createHash } from 'node:crypto';
import { AppError } from '../errors.ts';
import type { Pool } from './client.ts';

export const WINDOW_SECONDS = 600;

/** At most so many attempts of a kind by one subject (an address, an account, a user) in ten minutes; 0: any number. */
export interface RateLimit {
  kind: 'address' | 'account' | 'checkout';
  subject: string;
  most: number;
}

/** One statement, so that processes that count at once count right. */
const COUNT = `
  INSERT INTO rate_limit AS r (key, count, "resetAt") VALUES ($1, 1, clock_timestamp() + $2 * interval '1 second')
  ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN r."resetAt" <= clock_timestamp() THEN 1 ELSE r.count + 1 END,
    "resetAt" = CASE WHEN r."resetAt" <= clock_timestamp() THEN excluded."resetAt" ELSE r."resetAt" END
  RETURNING count, greatest(1, ceil(extract(epoch FROM "resetAt" - clock_timestamp())))::int AS "retryAfter"`;

/** Counts an attempt for every process. Throws AppError too_many_requests, with the seconds until the window ends. */
export async function countAttempt(pool: Pool, limit: RateLimit): Promise<void> {
  if (limit.most === 0) return;
  const { rows } = await pool.query<{ count: number; retryAfter: number }>(COUNT, [keyOf(limit), WINDOW_SECONDS]);
  const { count = 0, retryAfter } = rows[0] ?? {};
  if (count > limit.most) throw new AppError('too_many_requests', { retryAfterSeconds: retryAfter });
}

/** Someone got in: earlier failures are forgotten. */
export async function forgetAttempts(pool: Pool, limit: RateLimit): Promise<void> {
  if (limit.most > 0) await pool.query('DELETE FROM rate_limit WHERE key = $1', [keyOf(limit)]);
}

/** Removes windows that have ended. */
export async function removeOldAttempts(pool: Pool): Promise<void> {
  await pool.query('DELETE FROM rate_limit WHERE "resetAt" < clock_timestamp()');
}

/** A digest: the table tells neither addresses nor e-mail addresses. */
function keyOf({ kind, subject }: RateLimit): string {
  return createHash('sha256').update(`${kind} ${subject}`).digest('base64url');
}
