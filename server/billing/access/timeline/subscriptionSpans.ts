import { type Catalogue, paidPlan } from '../../../plans/catalogue.ts';
import { asPaid } from '../../records/scheduledChange.ts';
import { hasEnded, isPaused, isRunning } from '../../records/subscription.ts';
import { type Access, type AccessReason, afterDays, earlierOf, isGranted, laterOf } from '../access.ts';
import { keptPlan } from '../unknownPlan.ts';
import { CLOCK_TOLERANCE_MS, type PeriodMoney, periodMoney, reasonOfReturn } from './money.ts';
import type { SubscriptionRecord } from './ownerRecords.ts';
import { freeSpans, grantedSpans, type Span, spansBefore } from './span.ts';

interface Terms {
  catalogue: Catalogue;
  record: SubscriptionRecord;
  money: PeriodMoney;
}

/** What a subscription grants. */
export function subscriptionSpans(catalogue: Catalogue, row: SubscriptionRecord): Span[] {
  const record = asPaid(row);
  const terms: Terms = { catalogue, record, money: periodMoney(record) };
  const kept = keptPlan(catalogue, record);
  if (!kept) return spansOf(terms);
  const granted = spansOf({ ...terms, record: { ...record, plan: kept.plan } });
  return spansBefore(kept.until, granted.map(inGrace(kept.until)), spansOf(terms));
}

/** While the plan of the paid price is unknown. */
function inGrace(end: Date): (span: Span) => Span {
  const sooner = (date: Date | null) => (date ? earlierOf(date, end) : end);
  return ({ until, grants }) => {
    if (!isGranted(grants)) return { until, grants };
    const ends = { until: sooner(grants.until), endsAt: sooner(grants.endsAt) };
    return { until, grants: { ...grants, ...ends, reason: 'unknown_plan_grace' } };
  };
}

function spansOf(terms: Terms): Span[] {
  const { catalogue, record, money } = terms;
  const { status } = record;
  if (!paidPlan(catalogue, record.plan)) return freeSpans('unknown_plan');
  if (hasEnded(status)) return endedSpans(terms);
  if (!isRunning(status) && status !== 'past_due' && !isPaused(record)) return freeSpans('not_live');
  const returned = reasonOfReturn(catalogue.access, money);
  if (returned) return freeSpans(returned);
  if (isPaused(record)) return pausedSpans(terms);
  return status === 'past_due' ? pastDueSpans(terms) : runningSpans(terms);
}

/** Paid time that is left stays, unless it was refunded. */
function endedSpans({ catalogue: { access: policy }, record, money }: Terms): Span[] {
  const { standing, currentPeriodEnd: endsAt, lastEventAt } = record;
  const ranOut = lastEventAt !== null && lastEventAt >= endsAt;
  if (policy.canceled === 'end' || standing === 'over' || ranOut || !money.isPaid) return freeSpans('not_live');
  const returned = money.refund === 'none' ? reasonOfReturn(policy, money) : 'refunded';
  if (returned) return spansBefore(endsAt, freeSpans(returned), freeSpans('not_live'));
  return grantedSpans(granted(record, 'canceled', { until: endsAt, endsAt }), 'not_live');
}

function pausedSpans({ catalogue, record }: Terms): Span[] {
  if (catalogue.access.paused === 'end') return freeSpans('paused');
  return [{ until: null, grants: granted(record, 'paused', { until: null, endsAt: null }) }];
}

function pastDueSpans({ catalogue: { access: policy }, record, money }: Terms): Span[] {
  const { standing, currentPeriodStart, currentPeriodEnd, trialEnd } = record;
  if (standing === 'over') return freeSpans('past_due_expired');
  const isFirst = trialEnd !== null && trialEnd.getTime() >= currentPeriodStart.getTime() - CLOCK_TOLERANCE_MS;
  const days = isFirst && !money.isPaid ? policy.after_trial_failed_days : policy.past_due_days;
  const grace = afterDays(money.failedAt ?? currentPeriodStart, days);
  const until = money.isPaid ? laterOf(currentPeriodEnd, grace) : grace;
  return grantedSpans(granted(record, 'past_due_grace', { until, endsAt: until }), 'past_due_expired');
}

function runningSpans({ catalogue, record }: Terms): Span[] {
  const { status, currentPeriodEnd: until, cancelAtPeriodEnd } = record;
  const endsAt = cancelAtPeriodEnd ? until : afterDays(until, catalogue.access.renewal_grace_days);
  return grantedSpans(granted(record, status === 'trialing' ? 'trialing' : 'active', { until, endsAt }), 'period_over');
}

function granted(
  { plan, quantity }: SubscriptionRecord,
  reason: AccessReason,
  ends: Pick<Access, 'until' | 'endsAt'>,
): Access {
  return { plan, reason, ...ends, seats: quantity ?? 1 };
}
