import type { Instant } from '../../records/instant.ts';
import { hasEnded, type RecordStatus, type Subscription } from '../../records/subscription.ts';
import type { ProviderEvent, SubscriptionFacts } from '../event.ts';

/**
 * The state comes from the payload. The event's name decides only what the payload leaves open: `deleted` means
 * deleted, `canceled` without a scheduled end means canceled, and `created` without a status means active.
 */
export function saidStatus(event: Dated, facts: SubscriptionFacts): RecordStatus | undefined {
  const { status, cancelAtPeriodEnd } = facts;
  switch (event.type) {
    case 'subscription.deleted':
      return 'deleted';
    case 'subscription.canceled':
      return cancelAtPeriodEnd && status ? status : 'canceled';
    case 'subscription.created':
      return status ?? statusOfNew(event, facts);
    default:
      return status;
  }
}

type Dated = Pick<ProviderEvent, 'type' | 'occurredAt'>;

/** A status that we don't know does not count as running. */
function statusOfNew({ occurredAt }: Dated, { isStatusUnknown, trialEnd }: SubscriptionFacts) {
  if (isStatusUnknown) return undefined;
  const isTrial = trialEnd != null && (occurredAt === null || trialEnd > occurredAt);
  return isTrial ? 'trialing' : 'active';
}

interface Since {
  /** The time of the event that set the status; null: earlier than everything else. */
  at: Instant | null;
  customerEndedAt: Instant | null | undefined;
  paymentFailedAt: Instant | null;
}

/** How a customer's deletion and a failed payment change a status from before them or from the same instant. */
export function statusSince<Status extends string | undefined>(
  status: Status,
  { at, customerEndedAt, paymentFailedAt }: Since,
): Status | 'canceled' | 'past_due' {
  if (endsWithCustomer(status, at, customerEndedAt)) return 'canceled';
  return status === 'active' && isSince(paymentFailedAt, at) ? 'past_due' : status;
}

/** A deleted customer has no live subscription; late events may still update its plan and period. */
export function endsWithCustomer(
  status: string | undefined,
  at: Instant | null,
  customerEndedAt: Instant | null | undefined,
): boolean {
  return !hasEnded(status) && isSince(customerEndedAt, at);
}

function isSince(what: Instant | null | undefined, at: Instant | null): boolean {
  return what != null && (at === null || what >= at);
}

/** An active subscription is past due if a failure is no older than its active status. */
export function statusAfterFailure({ status, lastEventAt }: Subscription, failedAt: Instant | null): RecordStatus {
  const isOlder = failedAt !== null && lastEventAt !== null && failedAt < lastEventAt;
  return status === 'active' && !isOlder ? 'past_due' : status;
}
