import { countAttempt, type RateLimit } from '../database/rateLimits.ts';
import type { BillingUser, LimitedCall, With } from './context.ts';

/**
 * For all calls that reach the provider: most make at most six, more if somebody has several customers or open
 * checkouts, and the strictest provider takes 500 a minute.
 */
const BURST = { kind: 'provider', most: 15, seconds: 10 } as const;

/**
 * Counts a call of a user, and of the service key that makes it, across all processes. Throws AppError
 * too_many_requests.
 */
export async function countCall(
  { database, callLimits, log }: With<'callLimits' | 'database' | 'log'>,
  kind: LimitedCall,
  { id, key }: Pick<BillingUser, 'id' | 'key'>,
): Promise<void> {
  const own: RateLimit = { kind, subject: id, most: callLimits[kind] };
  const burst = kind === 'export' || own.most === 0 ? [] : [{ ...BURST, subject: id }];
  const ofKey: RateLimit[] = key === undefined ? [] : [{ kind: 'key', subject: key, most: callLimits.key }];
  await countAttempt(database.pool, own, ...burst, ...ofKey);
  if (key !== undefined) log.info({ key, userId: id, call: kind }, 'A service key acts for a user');
}
