import type { Instant } from '../../records/instant.ts';
import { failsPrice, type Payment, statusOfCharge } from '../../records/payment.ts';
import type { Case } from './known.ts';
import { isNewer, PAYMENT_RANK } from './order.ts';

/**
 * A failure counts unless a newer one is known, the same invoice has been paid since or in that instant, or been written
 * off, or the invoice is not for the plan.
 */
export function failsSubscription({ event, known }: Case): boolean {
  const { occurredAt, payment: facts } = event;
  const { subscription, payment } = known;
  if (!subscription || event.subscription?.kind !== 'payment_failed') return false;
  const { aside = false, priceId = null } = facts ?? {};
  const writtenOff = payment?.writtenOff ?? facts?.writtenOff ?? null;
  if (!failsPrice({ aside, writtenOff, priceId }, subscription.priceId)) return false;
  const isKnown =
    occurredAt !== null && subscription.paymentFailedAt !== null && occurredAt <= subscription.paymentFailedAt;
  return !isKnown && !(payment && statusOfCharge(payment) === 'succeeded' && !isNewerFailure(occurredAt, payment));
}

const isNewerFailure = (at: Instant | null, payment: Payment) => isNewer(at, PAYMENT_RANK.failed, payment);

/**
 * The failed invoice that made an active subscription past due for us is paid or written off; the provider itself never
 * called it past due.
 */
export function recoversSubscription({ event, known }: Case): boolean {
  const { subscription, payment } = known;
  if (!subscription || !payment || event.subscription?.kind === 'state') return false;
  return (
    isOwedNoMore({ event, known }) &&
    subscription.status === 'past_due' &&
    subscription.paymentFailedAt !== null &&
    subscription.paymentFailedAt === payment.lastEventAt &&
    subscription.reportedStatus === 'active'
  );
}

function isOwedNoMore({ event, known }: Owing): boolean {
  if (!event.payment || !known.payment || !settles({ event, known })) return false;
  return isNewer(event.occurredAt, PAYMENT_RANK[event.payment.status], known.payment);
}

type Owing = Pick<Case, 'event' | 'known'>;

/** The amount of a failed payment has been paid, or is no longer due. */
function settles({ event: { payment: facts }, known: { payment } }: Owing): boolean {
  if (!facts || payment?.status !== 'failed') return false;
  return facts.status === 'succeeded' || (facts.writtenOff !== undefined && payment.writtenOff === null);
}

/** Another payment's failure counts for a new subscription, and for one whose failed payment turns out to be paid. */
export function otherFailureAt({ event, known }: Case): Instant | null {
  const { kind } = event.subscription ?? {};
  const isNew = known.subscription === null && (kind === 'state' || kind === 'initial');
  return isNew || settles({ event, known }) ? known.otherFailureAt : null;
}
