import { countAttempt, type RateLimit } from '../database/rateLimits.ts';
import type { Billing, BillingUser, LimitedCall } from './context.ts';

/** Of all calls that reach the provider: each makes six at most, and the strictest provider takes 500 in a minute. */
const BURST = { kind: 'provider', most: 15, seconds: 10 } as const;

/** Counts a call of a user's, for every process. Throws AppError too_many_requests. */
export function countCall({ database, callLimits }: Billing, kind: LimitedCall, { id }: Pick<BillingUser, 'id'>) {
  const own: RateLimit = { kind, subject: id, most: callLimits[kind] };
  const burst = kind === 'export' || own.most === 0 ? [] : [{ ...BURST, subject: id }];
  return countAttempt(database.pool, own, ...burst);
}
