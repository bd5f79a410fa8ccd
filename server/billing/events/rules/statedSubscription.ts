import { UNKNOWN_PLAN } from '../../../plans/planFile.ts';
import { latest, plusMonths, plusSeconds } from '../../records/instant.ts';
import { hasEnded, type RecordStatus, type Subscription } from '../../records/subscription.ts';
import type { ProviderEvent, SubscriptionFacts } from '../event.ts';
import { customerIdOf } from './customerLink.ts';
import { otherFailureAt } from './failures.ts';
import { nextGrant } from './grant.ts';
import type { Case } from './known.ts';
import { saidStatus, statusSince } from './status.ts';
import { SNAPSHOT_MARGIN_SECONDS } from './ties.ts';

const NOTHING = '0.00';

/** The whole next row: each field from the event, else from the record, else a default. */
export function statedSubscription(given: Case & { owner: string }, facts: SubscriptionFacts): Subscription {
  const { event, known, now, owner } = given;
  const record = known.subscription;
  const start = facts.currentPeriodStart ?? record?.currentPeriodStart ?? event.occurredAt ?? now;
  const months = facts.interval === 'year' ? 12 : 1;
  const status = nextStatus(given, facts);
  const plan = facts.plan ?? record?.plan ?? UNKNOWN_PLAN;
  return {
    id: facts.id,
    userId: owner,
    customerId: customerIdOf(given),
    provider: event.provider,
    providerSubscriptionId: facts.providerSubscriptionId,
    status,
    plan,
    interval: facts.interval ?? record?.interval ?? 'month',
    ...nextAmount(facts, record),
    amountDiscounted: said(facts.amountDiscounted, record?.amountDiscounted),
    discountUntil: said(facts.discountUntil, record?.discountUntil),
    taxIncluded: said(facts.taxIncluded, record?.taxIncluded),
    currentPeriodStart: start,
    currentPeriodEnd: facts.currentPeriodEnd ?? record?.currentPeriodEnd ?? plusMonths(start, months),
    cancelAtPeriodEnd: facts.cancelAtPeriodEnd ?? record?.cancelAtPeriodEnd ?? false,
    cancelAt: hasEnded(status) ? null : said(facts.cancelAt, record?.cancelAt),
    canceledAt: hasEnded(status) ? endedAt(given, facts) : said(facts.canceledAt, record?.canceledAt),
    trialStart: said(facts.trialStart, record?.trialStart),
    trialEnd: said(facts.trialEnd, record?.trialEnd),
    createdAt: record?.createdAt ?? now,
    updatedAt: now,
    standing: facts.standing ?? record?.standing ?? 'running',
    reportedStatus: reportedStatus(event, { facts, record }),
    nativeStatus: facts.nativeStatus ?? record?.nativeStatus ?? null,
    priceId: facts.priceId ?? record?.priceId ?? null,
    quantity: facts.quantity ?? record?.quantity ?? null,
    paymentFailedAt: record?.paymentFailedAt ?? otherFailureAt(given),
    ...nextGrant(record, plan, now),
    scheduledChange: record?.scheduledChange ?? null,
    ...nextMark(given, facts),
    version: (record?.version ?? 0) + 1,
  };
}

/** Where the provider gives no single amount, an earlier amount would be wrong. */
function nextAmount(facts: SubscriptionFacts, record: Subscription | null) {
  const currency = facts.currency ?? record?.currency ?? 'usd';
  if (facts.amount !== undefined) return { amount: facts.amount, currency, amountKnown: true };
  if (facts.amountKnown === false || !record) return { amount: NOTHING, currency, amountKnown: false };
  return { amount: record.amount, currency, amountKnown: record.amountKnown };
}

/** For fields that an event may explicitly clear. */
function said<T>(value: T | null | undefined, before: T | null | undefined): T | null {
  return value === undefined ? (before ?? null) : value;
}

/** Without what a failed payment or the end of the customer made of it. */
function reportedStatus(
  event: ProviderEvent,
  { facts, record }: { facts: SubscriptionFacts; record: Subscription | null },
) {
  if (facts.isStatusUnknown) return null;
  return saidStatus(event, facts) ?? record?.reportedStatus ?? null;
}

function nextStatus(given: Case, facts: SubscriptionFacts): RecordStatus {
  const { event, known } = given;
  const record = known.subscription;
  const status = saidStatus(event, facts);
  if (event.snapshotOf === null) return statusOfEvent(given, status) ?? record?.status ?? 'incomplete';
  // Providers list deleted subscriptions as canceled.
  if (record?.status === 'deleted' && status === 'canceled') return 'deleted';
  return status ?? record?.status ?? 'incomplete';
}

/** A failure does not override an event without a time. */
function statusOfEvent(given: Case, status: RecordStatus | undefined) {
  const { event, known } = given;
  const failedAt = known.subscription?.paymentFailedAt ?? otherFailureAt(given);
  return statusSince(status, {
    at: event.occurredAt,
    customerEndedAt: known.customer?.deletedAt,
    paymentFailedAt: event.occurredAt === null ? null : failedAt,
  });
}

function endedAt(given: Case, facts: SubscriptionFacts) {
  const { event, known, now } = given;
  const isSaid = hasEnded(saidStatus(event, facts));
  const since = isSaid ? event.occurredAt : (known.customer?.deletedAt ?? null);
  return facts.canceledAt ?? known.subscription?.canceledAt ?? since ?? now;
}

/** The order mark after this event. A record created by a checkout has no mark, so every event counts as newer. */
function nextMark({ event, known, rank }: Case, facts: SubscriptionFacts) {
  const { lastEventAt = null, lastEventRank = 0, lastEventId = null } = known.subscription ?? {};
  if (facts.kind !== 'state') return { lastEventAt, lastEventRank, lastEventId };
  const at = event.occurredAt;
  const mark = at !== null && event.snapshotOf !== null ? plusSeconds(at, -SNAPSHOT_MARGIN_SECONDS) : at;
  return {
    lastEventAt: latest(lastEventAt, mark),
    lastEventRank: at === null ? lastEventRank : rank,
    lastEventId: event.id,
  };
}
