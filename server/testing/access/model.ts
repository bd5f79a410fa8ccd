import type { AccessPolicy } from '../../plans/accessPolicy.ts';
import type { Life, LivedPayment, LivedPurchase, LivedSubscription } from './lives.ts';

/*
 * An independent model of access, computed from the records alone: each source is a span of time that the rules shorten.
 * It imports nothing of the service except the policy's type.
 */

export interface ModelAccess {
  plan: string;
  reason: string;
  until: number | null;
  /** null: any number. */
  seats: number | null;
}

interface Span extends ModelAccess {
  /** When access ends; Infinity: never by itself. */
  lost: number;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const RANKS: Record<string, number> = { starter: 10, pro: 20, enterprise: 30 };
/** The seats of plans that are not paid per seat. */
const MOST_SEATS: Record<string, number> = { starter: 1, pro: 1, enterprise: Number.POSITIVE_INFINITY };
const REASONS = [
  ...['active', 'trialing', 'past_due_grace', 'canceled', 'purchased', 'granted', 'paused', 'unknown_plan_grace'],
  ...['past_due_expired', 'refunded', 'disputed', 'period_over', 'unknown_plan', 'not_live', 'none'],
];

const none = (reason: string): Span => ({
  plan: 'free',
  reason,
  until: null,
  lost: Number.POSITIVE_INFINITY,
  seats: 1,
});

export function modelAccess({ subscriptions, purchases, grants }: Life, policy: AccessPolicy, at: number): ModelAccess {
  let best = none('none');
  for (const each of subscriptions) best = better(best, spanOf(each, policy, at));
  for (const span of bought(purchases, policy, at)) best = better(best, span);
  for (const { plan, until, isRevoked } of grants) {
    if (isRevoked) continue;
    const granted = given(plan, 'granted', { until, at, seats: MOST_SEATS[plan] });
    best = better(best, policy.grants === 'end' ? none('not_live') : granted);
  }
  const { plan, reason, until, seats } = best;
  return { plan, reason, until, seats: seats === Number.POSITIVE_INFINITY ? null : seats };
}

function better(a: Span, b: Span): Span {
  const weigh = ({ plan, lost, until, reason, seats }: Span) => [
    RANKS[plan] ?? -1,
    lost,
    until ?? Number.POSITIVE_INFINITY,
    -REASONS.indexOf(reason),
    seats ?? Number.POSITIVE_INFINITY,
  ];
  const [left, right] = [weigh(a), weigh(b)];
  for (const [index, value] of left.entries()) {
    const other = right[index] ?? 0;
    if (value !== other) return value > other ? a : b;
  }
  return a;
}

function spanOf(given: LivedSubscription, policy: AccessPolicy, at: number): Span {
  const keptTo = (given.unknownSince ?? Number.NaN) + policy.unknown_plan_days * DAY;
  if (given.plan !== 'unknown' || !given.grantedPlan || !(at < keptTo)) return plainSpan(given, policy, at);
  if (!(given.grantedPlan in RANKS)) return none('unknown_plan');
  const span = plainSpan({ ...given, plan: given.grantedPlan }, policy, at);
  if (span.plan === 'free') return span;
  const until = Math.min(span.until ?? Number.POSITIVE_INFINITY, keptTo);
  return { ...span, reason: 'unknown_plan_grace', until, lost: Math.min(span.lost, keptTo) };
}

function plainSpan(given: LivedSubscription, policy: AccessPolicy, at: number): Span {
  const { plan, status, endsAt } = given;
  if (!(plan in RANKS)) return none('unknown_plan');
  const span = (reason: string, until: number | null, lost = until ?? Number.POSITIVE_INFINITY) =>
    at < lost ? { plan, reason, until, lost, seats: given.quantity ?? 1 } : none(OVER[reason] ?? 'not_live');
  const isGone = given.standing === 'over';
  const took = takenBack(given, policy);
  switch (status) {
    case 'canceled':
    case 'deleted': {
      const ranOut = isGone || policy.canceled === 'end' || (given.toldAt ?? 0) >= endsAt || at >= endsAt;
      if (ranOut || !wasPaid(given)) return none('not_live');
      return moneyIn(given).some(({ refunded, dispute }) => refunded > 0 && dispute !== 'lost')
        ? none('refunded')
        : took
          ? none(took)
          : span('canceled', endsAt);
    }
    case 'incomplete':
      if (given.standing !== 'paused') return none('not_live');
      if (took) return none(took);
      return policy.paused === 'keep' ? span('paused', null) : none('paused');
    case 'past_due':
      if (took) return none(took);
      return isGone ? none('past_due_expired') : span('past_due_grace', pastDueEnd(given, policy));
    default: {
      const grace = given.cancelAtPeriodEnd ? 0 : policy.renewal_grace_days * DAY;
      return took ? none(took) : span(status, endsAt, endsAt + grace);
    }
  }
}

const OVER: Record<string, string> = {
  active: 'period_over',
  trialing: 'period_over',
  past_due_grace: 'past_due_expired',
};

const inPeriod = ({ startsAt, payments }: LivedSubscription) => payments.filter(({ at }) => at >= startsAt - HOUR);
const moneyIn = (given: LivedSubscription): LivedPayment[] => inPeriod(given).filter(({ isFailed }) => !isFailed);
const firstOf = (payments: LivedPayment[]) => Math.min(...payments.map(({ at }) => at));

const failures = (given: LivedSubscription) => inPeriod(given).filter(({ isFailed }) => isFailed);

function wasPaid(given: LivedSubscription): boolean {
  const paid = firstOf(moneyIn(given).filter(({ amount }) => amount > 0));
  return Number.isFinite(paid) && paid <= firstOf(failures(given));
}

function pastDueEnd(given: LivedSubscription, policy: AccessPolicy): number {
  const owed = failures(given).filter(({ isWrittenOff }) => !isWrittenOff);
  const failed = firstOf(owed.length > 0 ? owed : failures(given));
  const paid = wasPaid(given);
  const neverPaid = given.trialEnd !== null && given.trialEnd >= given.startsAt - HOUR && !paid;
  const grace = (neverPaid ? policy.after_trial_failed_days : policy.past_due_days) * DAY;
  const end = (Number.isFinite(failed) ? failed : given.startsAt) + grace;
  return paid ? Math.max(end, given.endsAt) : end;
}

const takenBack = (given: LivedSubscription, policy: AccessPolicy) => takenFrom(moneyIn(given), policy);

/** Refunds take precedence over disputes; of several disputes the worst counts. */
function takenFrom(money: readonly LivedPayment[], policy: AccessPolicy): 'refunded' | 'disputed' | null {
  const total = (of: (each: LivedPayment) => number) => money.reduce((sum, each) => sum + of(each), 0);
  const refunded = total((each) => (each.dispute === 'lost' ? 0 : each.refunded));
  const isAll = refunded >= total(({ amount }) => amount);
  if (refunded > 0 && policy[isAll ? 'refund_full' : 'refund_partial'] === 'end') return 'refunded';
  for (const dispute of ['lost', 'open', 'won'] as const)
    if (money.some((each) => each.dispute === dispute))
      return policy[`dispute_${dispute}`] === 'end' ? 'disputed' : null;
  return null;
}

/** Each purchase adds its days to the unused days of earlier ones. */
function bought(purchases: readonly LivedPurchase[], policy: AccessPolicy, at: number): Span[] {
  const spans: Span[] = [];
  const left = new Map<string, { since: number; days: number }>();
  for (const each of purchases.toSorted((a, b) => a.at - b.at)) {
    const { plan, days, isFailed } = each;
    if (days === null || isFailed) continue;
    const took = takenFrom([each], policy);
    if (took) {
      const isOver = days > 0 && at >= each.at + days * DAY;
      const wasFollowed = purchases.some((other) => isKept(other, policy) && other.at >= each.at && other.at <= at);
      spans.push(none(isOver || wasFollowed ? 'not_live' : took));
      continue;
    }
    const before = left.get(plan) ?? { since: each.at, days: 0 };
    const unused = Math.max(0, before.days - (each.at - before.since) / DAY);
    left.set(plan, { since: each.at, days: days === 0 ? Number.POSITIVE_INFINITY : unused + days });
  }
  for (const [plan, { since, days }] of left) {
    const until = Number.isFinite(days) ? Math.round(since + days * DAY) : null;
    spans.push(given(plan, 'purchased', { until, at, seats: 1 }));
  }
  return spans;
}

const isKept = (each: LivedPurchase, policy: AccessPolicy) =>
  each.days !== null && !each.isFailed && !takenFrom([each], policy);

interface Grant {
  until: number | null;
  at: number;
  seats: number | undefined;
}

function given(plan: string, reason: string, { until, at, seats = 1 }: Grant): Span {
  const lost = until ?? Number.POSITIVE_INFINITY;
  if (!(plan in RANKS)) return none('unknown_plan');
  return at < lost ? { plan, reason, until, lost, seats } : none('not_live');
}
