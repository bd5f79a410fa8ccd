import type { AccessPolicy } from '../plans/accessPolicy.ts';
import { type Catalogue, paidPlan } from '../plans/catalogue.ts';
import { hasEnded, isPaused, isRunning } from '../records/subscription.ts';
import { type Access, type AccessReason, afterDays, earlierOf, freeBecause, isGranted } from './access.ts';
import { reasonOfReturn } from './returned.ts';
import type { PeriodMoney, SubscriptionSource } from './sources.ts';
import { keptPlan } from './unknownPlan.ts';

/** With these provider statuses there is nothing left to use, whatever was paid. */
const OVER: readonly (string | null)[] = ['revoked', 'expired', 'unpaid', 'incomplete_expired'];
/** The provider's times for a trial's end and the next period's start may differ slightly. */
const HOUR_MS = 3_600_000;

interface Given {
  policy: AccessPolicy;
  source: SubscriptionSource;
  now: Date;
}

/** What a subscription grants. */
export function subscriptionAccess(catalogue: Catalogue, source: SubscriptionSource, now: Date): Access {
  const kept = keptPlan(catalogue, source);
  if (!kept || now >= kept.until) return accessOf(catalogue, source, now);
  const access = accessOf(catalogue, { ...source, plan: kept.plan }, now);
  if (!isGranted(access)) return access;
  const sooner = (date: Date | null) => (date ? earlierOf(date, kept.until) : kept.until);
  const { until, endsAt } = access;
  return { ...access, until: sooner(until), endsAt: sooner(endsAt), reason: 'unknown_plan_grace' };
}

function accessOf(catalogue: Catalogue, source: SubscriptionSource, now: Date): Access {
  const known: Given = { policy: catalogue.access, source, now };
  if (!paidPlan(catalogue, source.plan)) return freeBecause('unknown_plan');
  if (hasEnded(source.status)) return endedAccess(known);
  if (!isRunning(source.status) && source.status !== 'past_due' && !isPaused(source)) return freeBecause('not_live');
  const returned = reasonOfReturn(known.policy, source.money);
  if (returned) return freeBecause(returned);
  if (isPaused(source)) return pausedAccess(known);
  return source.status === 'past_due' ? pastDueAccess(known) : runningAccess(known);
}

function given(
  { plan, quantity }: SubscriptionSource,
  reason: AccessReason,
  ends: Pick<Access, 'until' | 'endsAt'>,
): Access {
  return { plan, reason, ...ends, seats: quantity ?? 1 };
}

/** Paid time that is left stays, unless it was refunded. */
function endedAccess({ policy, source, now }: Given): Access {
  const { nativeStatus, endsAt, toldAt, money } = source;
  const ranOut = now >= endsAt || (toldAt !== null && toldAt >= endsAt);
  if (policy.canceled === 'end' || OVER.includes(nativeStatus) || ranOut || !isPaid(money))
    return freeBecause('not_live');
  if (money?.refund !== 'none') return freeBecause('refunded');
  const returned = reasonOfReturn(policy, money);
  return returned ? freeBecause(returned) : given(source, 'canceled', { until: endsAt, endsAt });
}

/** The current period was paid before any failure in it, so a later failure belongs to another invoice. */
function isPaid(money: PeriodMoney | null): boolean {
  const { paidAt, failedAt } = money ?? { paidAt: null, failedAt: null };
  return paidAt !== null && (failedAt === null || paidAt <= failedAt);
}

function pausedAccess({ policy, source }: Given): Access {
  return policy.paused === 'keep' ? given(source, 'paused', { until: null, endsAt: null }) : freeBecause('paused');
}

function pastDueAccess({ policy, source, now }: Given): Access {
  const { nativeStatus, startsAt, endsAt, trialEnd, money } = source;
  const wasPaid = isPaid(money);
  const isFirst = trialEnd !== null && trialEnd.getTime() >= startsAt.getTime() - HOUR_MS;
  const days = isFirst && !wasPaid ? policy.after_trial_failed_days : policy.past_due_days;
  const grace = afterDays(money?.failedAt ?? startsAt, days);
  const until = wasPaid && endsAt > grace ? endsAt : grace;
  if (OVER.includes(nativeStatus) || now >= until) return freeBecause('past_due_expired');
  return given(source, 'past_due_grace', { until, endsAt: until });
}

function runningAccess({ policy, source, now }: Given): Access {
  const { status, endsAt: until, cancelAtPeriodEnd } = source;
  const endsAt = cancelAtPeriodEnd ? until : afterDays(until, policy.renewal_grace_days);
  if (now >= endsAt) return freeBecause('period_over');
  return given(source, status === 'trialing' ? status : 'active', { until, endsAt });
}
