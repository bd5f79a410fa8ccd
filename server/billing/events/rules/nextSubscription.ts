import { type Subscription, showsTheSame } from '../../records/subscription.ts';
import type { SubscriptionFacts } from '../event.ts';
import { customerIdOf } from './customerLink.ts';
import { failsSubscription, otherFailureAt, recoversSubscription } from './failures.ts';
import { withEarlierGrant } from './grant.ts';
import type { Case } from './known.ts';
import { isNewer } from './order.ts';
import { statedSubscription } from './statedSubscription.ts';
import { statusAfterFailure } from './status.ts';

/** The next row of the event's subscription, or of its payment's; null: the event does not change it. */
export function nextSubscription(given: Case): Subscription | null {
  const record = given.known.subscription;
  const { subscription: facts } = given.event;
  if (!record) return facts && facts.kind !== 'payment_failed' ? newSubscription(given, facts) : null;
  if (facts?.kind === 'state')
    return isDue(given, record) ? restated(given, record, facts) : withEarlierGrant(given, record, facts);
  if (failsSubscription(given)) return withFailure(given, record);
  return recoversSubscription(given) ? withRecovery(given, record) : null;
}

function newSubscription(given: Case, facts: SubscriptionFacts): Subscription | null {
  return given.owner === null ? null : statedSubscription({ ...given, owner: given.owner }, facts);
}

/** A provider snapshot applies only to the record version that was read before the provider was asked. */
function isDue({ event, rank }: Case, record: Subscription): boolean {
  if (event.snapshotOf !== null) return record.version === event.snapshotOf;
  return isNewer(event.occurredAt, rank, record);
}

function restated(given: Case, record: Subscription, facts: SubscriptionFacts): Subscription {
  const next = statedSubscription({ ...given, owner: record.userId }, facts);
  return given.event.snapshotOf === null ? next : keptPlace(record, next);
}

function withFailure(given: Case, record: Subscription): Subscription {
  const { occurredAt } = given.event;
  return keptPlace(record, {
    ...record,
    customerId: customerIdOf(given),
    status: statusAfterFailure(record, occurredAt),
    paymentFailedAt: occurredAt ?? given.now,
    updatedAt: given.now,
    version: record.version + 1,
  });
}

function withRecovery(given: Case, record: Subscription): Subscription {
  const failedAt = otherFailureAt(given);
  // Another invoice may still be open.
  const isOpen = failedAt !== null && record.lastEventAt !== null && failedAt >= record.lastEventAt;
  return keptPlace(record, {
    ...record,
    customerId: customerIdOf(given),
    status: isOpen ? 'past_due' : 'active',
    paymentFailedAt: failedAt,
    updatedAt: given.now,
    version: record.version + 1,
  });
}

/** People see the subscription with the latest `updatedAt`, so a bookkeeping write does not change it. */
export function keptPlace(record: Subscription, next: Subscription): Subscription {
  return showsTheSame(record, next) ? { ...next, updatedAt: record.updatedAt } : next;
}
