import type { Instant } from '../../records/instant.ts';
import { statusOfCharge } from '../../records/payment.ts';
import type { Case } from './known.ts';
import { isNewer, PAYMENT_RANK } from './order.ts';

/** A failure counts unless a newer one is known or the same invoice has been paid since. */
export function failsSubscription({ event, known }: Case): boolean {
  const { occurredAt } = event;
  const { subscription, payment } = known;
  if (!subscription || event.subscription?.kind !== 'payment_failed') return false;
  const isKnown =
    occurredAt !== null && subscription.paymentFailedAt !== null && occurredAt <= subscription.paymentFailedAt;
  return !isKnown && !(payment && statusOfCharge(payment) === 'succeeded' && isLater(payment.lastEventAt, occurredAt));
}

function isLater(a: Instant | null, b: Instant | null): boolean {
  return a !== null && b !== null && a > b;
}

/** What an active subscription is called at the provider; only there does our `past_due` come from a failure alone. */
const NATIVELY_ACTIVE: readonly string[] = ['active', 'scheduled_cancel'];

/** The invoice whose failure made us call an active subscription past due is paid; the provider never called it so. */
export function recoversSubscription({ event, known }: Case): boolean {
  const { subscription, payment } = known;
  if (!subscription || !payment || event.subscription?.kind === 'state') return false;
  return (
    isPaidNow({ event, known }) &&
    subscription.status === 'past_due' &&
    subscription.paymentFailedAt !== null &&
    subscription.paymentFailedAt === payment.lastEventAt &&
    NATIVELY_ACTIVE.includes(subscription.nativeStatus ?? 'active')
  );
}

function isPaidNow({ event, known: { payment } }: Pick<Case, 'event' | 'known'>): boolean {
  if (event.payment?.status !== 'succeeded' || payment?.status !== 'failed') return false;
  return isNewer(event.occurredAt, PAYMENT_RANK.succeeded, payment);
}

/** Another payment's failure counts for a subscription that is new, and where a failed payment turns out paid. */
export function otherFailureAt({ event, known }: Case): Instant | null {
  const { kind } = event.subscription ?? {};
  const isNew = known.subscription === null && (kind === 'state' || kind === 'initial');
  const turns = event.payment?.status === 'succeeded' && known.payment?.status === 'failed';
  return isNew || turns ? known.otherFailureAt : null;
}
