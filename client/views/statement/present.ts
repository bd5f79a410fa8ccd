import { daysUntil } from '../../format.ts';
import { endOf } from './nextCharge.ts';
import type { NowPoint, Records } from './points.ts';
import type { StatedSubscription } from './stated.ts';
import type { Statement } from './statement.ts';

type Present = Omit<Records, 'payments'>;

/** Where we are. */
export function nowOf(statement: Statement, { subscription, now }: Present): NowPoint {
  return { place: 'now', at: now.toISOString(), money: null, ...whereOf(statement, { subscription, now }) };
}

type Where = Pick<NowPoint, 'kind' | 'days' | 'of'>;

const RESTING = {
  no_access: 'no_access',
  paused: 'resting',
  awaited: 'bank',
  first_failed: 'not_begun',
  ended: 'over',
  unknown_status: 'unknown',
} as const;

function whereOf({ kind, use, next, ends }: Statement, { subscription, now }: Present): Where {
  const only = (what: NowPoint['kind'], until: string | null = null): Where => ({
    kind: what,
    days: until === null ? null : Math.max(0, daysUntil(until, now)),
    of: null,
  });
  if (!subscription || kind === 'paid_left') return only('left', ends);
  if (kind === 'past_due') return only(use.usable ? 'owed' : 'no_access', subscription.use.until);
  if (Object.hasOwn(RESTING, kind)) return only(RESTING[kind as keyof typeof RESTING]);
  if (next.kind === 'late') return only('waiting');
  if (subscription.status === 'trialing') return only('left', endOf(subscription));
  return dayOf(subscription, now);
}

/** Calendar days in the reader's zone. */
function dayOf({ currentPeriodStart, currentPeriodEnd }: StatedSubscription, now: Date): Where {
  const of = daysUntil(currentPeriodEnd, new Date(currentPeriodStart));
  const day = 1 - daysUntil(currentPeriodStart, now);
  return { kind: 'day', days: Math.min(Math.max(1, day), Math.max(1, of)), of: Math.max(1, of) };
}
