import { createHash } from 'node:crypto';
import { AppError } from '../errors.ts';
import type { Pool } from './client.ts';

const WINDOW_SECONDS = 600;

/**
 * The most attempts of a kind by one subject (an address, an account, a device, a user) in a time window; 0: any
 * number.
 */
export interface RateLimit {
  kind:
    | 'address'
    | 'account'
    | 'device'
    | 'password'
    | 'mail'
    | 'checkout'
    | 'refresh'
    | 'portal'
    | 'change'
    | 'export'
    | 'key'
    | 'provider'
    | 'customer'
    | 'adopt';
  subject: string;
  most: number;
  /** The window's length; default: ten minutes. */
  seconds?: number;
}

/** One statement, so that concurrent processes count correctly. */
const COUNT = `
  INSERT INTO rate_limit AS r (key, count, "resetAt")
  SELECT key, 1, clock_timestamp() + seconds * interval '1 second' FROM unnest($1::text[], $2::int[]) AS given(key, seconds)
  ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN r."resetAt" <= clock_timestamp() THEN 1 ELSE r.count + 1 END,
    "resetAt" = CASE WHEN r."resetAt" <= clock_timestamp() THEN excluded."resetAt" ELSE r."resetAt" END
  RETURNING key, count, greatest(1, ceil(extract(epoch FROM "resetAt" - clock_timestamp())))::int AS "retryAfter"`;

interface Counted {
  key: string;
  count: number;
  retryAfter: number;
}

/**
 * Counts an attempt against each of the limits, across all processes. Throws AppError too_many_requests, with the
 * seconds until the window ends.
 */
export async function countAttempt(pool: Pool, ...limits: RateLimit[]): Promise<void> {
  const asked = limits.filter(({ most }) => most > 0).map((limit) => ({ ...limit, key: keyOf(limit) }));
  if (asked.length === 0) return;
  const values = [asked.map(({ key }) => key), asked.map(({ seconds = WINDOW_SECONDS }) => seconds)];
  const { rows } = await pool.query<Counted>(COUNT, values);
  const isOver = ({ key, count }: Counted) => asked.some((limit) => limit.key === key && count > limit.most);
  const waits = rows.filter(isOver).map(({ retryAfter }) => retryAfter);
  if (waits.length > 0) throw new AppError('too_many_requests', { retryAfterSeconds: Math.max(...waits) });
}

/** A success clears earlier failures. */
export async function forgetAttempts(pool: Pool, ...limits: RateLimit[]): Promise<void> {
  const counted = limits.filter(({ most }) => most > 0).map(keyOf);
  if (counted.length > 0) await pool.query('DELETE FROM rate_limit WHERE key = ANY($1)', [counted]);
}

/** A digest, so that the table reveals no addresses. */
function keyOf({ kind, subject }: RateLimit): string {
  return createHash('sha256').update(`${kind} ${subject}`).digest('base64url');
}
