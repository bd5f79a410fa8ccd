import { type Catalogue, paidPlan } from '../plans/catalogue.ts';
import { FREE_PLAN } from '../plans/planFile.ts';
import { isRunning } from '../records/subscription.ts';
import { keptPlan, type UnknownPlanSource } from './unknownPlan.ts';

const DAY_MS = 86_400_000;

interface AccessSource extends UnknownPlanSource {
  status: string;
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  cancelAtPeriodEnd: boolean;
}

export const accessReasons = [
  'active',
  'trialing',
  'past_due_grace',
  'past_due_expired',
  'period_over',
  'unknown_plan_grace',
  'unknown_plan',
  'not_live',
  'none',
] as const;

export interface Access {
  /** What the user may use now. */
  plan: string;
  /** Until when, if nothing changes; null for `free`. */
  until: Date | null;
  /** When the user loses it if nothing comes any more: `until`, or the end of the grace; null for `free`. */
  endsAt: Date | null;
  reason: (typeof accessReasons)[number];
}

function afterDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * DAY_MS);
}

function accessOf(catalogue: Catalogue, source: AccessSource, now: Date): Access {
  const kept = keptPlan(catalogue, source);
  if (!kept || now >= kept.until) return planAccess(catalogue, source, now);
  const access = planAccess(catalogue, { ...source, plan: kept.plan }, now);
  const { until, endsAt } = access;
  if (until === null || endsAt === null) return access;
  const reason = 'unknown_plan_grace';
  return { plan: access.plan, until: earlier(until, kept.until), endsAt: earlier(endsAt, kept.until), reason };
}

const earlier = (a: Date, b: Date): Date => (a < b ? a : b);

function planAccess(catalogue: Catalogue, source: AccessSource, now: Date): Access {
  const { status, plan, currentPeriodStart, currentPeriodEnd, cancelAtPeriodEnd } = source;
  const { past_due_days: pastDueDays, renewal_grace_days: graceDays } = catalogue.access;
  const free = (reason: Access['reason']): Access => ({ plan: FREE_PLAN, until: null, endsAt: null, reason });
  if (!paidPlan(catalogue, plan)) return free('unknown_plan');
  if (status === 'past_due') {
    const until = afterDays(currentPeriodStart, pastDueDays);
    return now < until ? { plan, until, endsAt: until, reason: 'past_due_grace' } : free('past_due_expired');
  }
  if (!isRunning(status)) return free('not_live');
  const endsAt = cancelAtPeriodEnd ? currentPeriodEnd : afterDays(currentPeriodEnd, graceDays);
  return now < endsAt
    ? { plan, until: currentPeriodEnd, endsAt, reason: status === 'trialing' ? status : 'active' }
    : free('period_over');
}

/** What a user may use, from all of the user's subscriptions: the dearest plan that one of them grants. */
export function decideAccess(catalogue: Catalogue, subscriptions: readonly AccessSource[], now: Date): Access {
  const rankOf = ({ plan }: Access) => paidPlan(catalogue, plan)?.rank ?? -1;
  const all = subscriptions.map((subscription) => accessOf(catalogue, subscription, now));
  const best = all.toSorted((a, b) => rankOf(b) - rankOf(a))[0];
  return best ?? { plan: FREE_PLAN, until: null, endsAt: null, reason: 'none' };
}
