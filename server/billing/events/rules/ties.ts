import { CALL_TIMEOUT_MS } from '../../../adapters/calls.ts';
import { type Instant, plusSeconds } from '../../records/instant.ts';
import type { Subscription } from '../../records/subscription.ts';
import type { SubscriptionFacts } from '../event.ts';
import { otherFailureAt } from './failures.ts';
import type { Case } from './known.ts';
import { RANK } from './order.ts';
import { saidStatus } from './status.ts';

/**
 * A snapshot's order mark lies this long before the provider's answer, which is how long a call may take: the answer
 * may or may not include what happened in between.
 */
export const SNAPSHOT_MARGIN_SECONDS = CALL_TIMEOUT_MS / 1000;
/** The provider's clock may have a resolution of whole seconds. */
const CLOCK_SECONDS = 2;

/** Same instant, same rank, different state: only the provider knows which came last, so it is asked. */
export function isTied(given: Case): boolean {
  const { event, known } = given;
  const { subscription: facts, snapshotOf } = event;
  const record = known.subscription;
  if (!facts || snapshotOf !== null || record?.lastEventId === event.id) return false;
  if (facts.kind === 'payment_failed') return record?.status === 'active' && isSameInstant(given, record);
  return facts.kind === 'state' && (saysAnotherState(given, facts) || meetsFailure(given, facts));
}

function isSameInstant({ event: { occurredAt } }: Case, { lastEventAt, lastEventRank }: Subscription): boolean {
  if (occurredAt === null || lastEventAt === null) return false;
  if (occurredAt === lastEventAt) return true;
  const isAfterSnapshot = lastEventRank === RANK.snapshot && occurredAt > lastEventAt;
  return isAfterSnapshot && occurredAt < plusSeconds(lastEventAt, SNAPSHOT_MARGIN_SECONDS + CLOCK_SECONDS);
}

const COMPARED = [
  'standing',
  'plan',
  'priceId',
  'interval',
  'quantity',
  'amount',
  'currency',
  'currentPeriodStart',
  'currentPeriodEnd',
  'cancelAtPeriodEnd',
  'canceledAt',
  'trialStart',
  'trialEnd',
] as const satisfies (keyof SubscriptionFacts & keyof Subscription)[];

function saysAnotherState(given: Case, facts: SubscriptionFacts): boolean {
  const { event, known, rank } = given;
  const record = known.subscription;
  if (!record || !isSameInstant(given, record)) return false;
  if (record.lastEventRank !== rank && record.lastEventRank !== RANK.snapshot) return false;
  const status = saidStatus(event, facts);
  if (status !== undefined && status !== record.status) return true;
  return COMPARED.some((name) => facts[name] !== undefined && facts[name] !== record[name]);
}

/** An active status and a failed payment of the same instant. */
function meetsFailure(given: Case, facts: SubscriptionFacts): boolean {
  const { event, known } = given;
  const failedAt: Instant | null = known.subscription?.paymentFailedAt ?? otherFailureAt(given);
  return failedAt !== null && event.occurredAt === failedAt && saidStatus(event, facts) === 'active';
}
