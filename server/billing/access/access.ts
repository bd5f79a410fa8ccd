import { purchasablePlans } from '../../adapters/adapter.ts';
import { isPurchasable } from '../plans/plans.ts';
import { isRunning } from '../records/subscription.ts';

/** Days that a past-due subscriber keeps the plan, from the day the unpaid period began. */
export const PAST_DUE_GRACE_DAYS = 7;
/** Days that a running plan outlives its period while the news of its renewal is on the way. */
const RENEWAL_GRACE_DAYS = 3;

const DAY_MS = 86_400_000;

interface AccessSource {
  status: string;
  plan: string;
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  cancelAtPeriodEnd: boolean;
}

export interface Access {
  /** What the user may use now. */
  plan: string;
  /** Until when, if nothing changes; null for `free`. */
  until: Date | null;
  reason:
    | 'active'
    | 'trialing'
    | 'past_due_grace'
    | 'past_due_expired'
    | 'period_over'
    | 'unknown_plan'
    | 'not_live'
    | 'none';
}

function afterDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * DAY_MS);
}

function accessOf(source: AccessSource, now: Date): Access {
  const { status, plan, currentPeriodStart, currentPeriodEnd, cancelAtPeriodEnd } = source;
  const free = (reason: Access['reason']): Access => ({ plan: 'free', until: null, reason });
  if (!isPurchasable(plan)) return free('unknown_plan');
  if (status === 'past_due') {
    const until = afterDays(currentPeriodStart, PAST_DUE_GRACE_DAYS);
    return now < until ? { plan, until, reason: 'past_due_grace' } : free('past_due_expired');
  }
  if (!isRunning(status)) return free('not_live');
  const until = cancelAtPeriodEnd ? currentPeriodEnd : afterDays(currentPeriodEnd, RENEWAL_GRACE_DAYS);
  return now < until
    ? { plan, until: currentPeriodEnd, reason: status === 'trialing' ? status : 'active' }
    : free('period_over');
}

/** What a user may use, from all of the user's subscriptions: the dearest plan that one of them grants. */
export function decideAccess(subscriptions: readonly AccessSource[], now: Date): Access {
  const order: readonly string[] = ['free', ...purchasablePlans];
  const all = subscriptions.map((subscription) => accessOf(subscription, now));
  const best = all.toSorted((a, b) => order.indexOf(b.plan) - order.indexOf(a.plan))[0];
  return best ?? { plan: 'free', until: null, reason: 'none' };
}
