import type { Company } from './company.ts';
import type { SubscriptionChange } from './occurrences.ts';
import type { Subscription } from './records.ts';
import { Refusal } from './refusal.ts';

export function isEnded(subscription: Subscription): boolean {
  return subscription.status === 'canceled' || subscription.status === 'incomplete_expired';
}

/** Throws a Refusal when there is no such subscription. */
export function subscriptionById(company: Company, id: string): Subscription {
  const subscription = company.store.get('subscriptions', id);
  if (!subscription) throw new Refusal('not_found', `No such subscription: '${id}'`, 'id');
  return subscription;
}

/** Also throws a Refusal when it has ended. */
export function liveSubscription(company: Company, id: string): Subscription {
  const subscription = subscriptionById(company, id);
  if (isEnded(subscription)) throw new Refusal('conflict', `The subscription ${id} is canceled and can't be changed.`);
  return subscription;
}

export function patchSubscription(company: Company, id: string, patch: Partial<Subscription>): Subscription {
  const { priceId, quantity, itemChangedAt } = subscriptionById(company, id);
  const now = company.clock.now();
  const isSame = (patch.priceId ?? priceId) === priceId && (patch.quantity ?? quantity) === quantity;
  return company.store.update('subscriptions', id, {
    ...patch,
    updatedAt: now,
    itemChangedAt: isSame ? itemChangedAt : now,
  });
}

interface Change {
  kind: SubscriptionChange;
  patch: Partial<Subscription>;
}

/** Changes the subscription and emits the change; charges nothing. Only inside an action. */
export function changeSubscription(company: Company, before: Subscription, { kind, patch }: Change): Subscription {
  const subscription = patchSubscription(company, before.id, patch);
  const facts = { before, subscription, invoice: null };
  company.emit({ kind: 'subscription_changed', change: kind, ...facts }, before.customerId);
  return subscription;
}

/** A cancellation scheduled for the end of the period moves with it. */
export function cancelMoved({ cancelAt, periodEnd }: Subscription, newEnd: number): Pick<Subscription, 'cancelAt'> {
  return { cancelAt: cancelAt === periodEnd ? newEnd : cancelAt };
}

/** The recurring interval; throws a Refusal for a one-time price. */
export function recurringInterval(company: Company, priceId: string): 'month' | 'year' {
  const { interval } = company.price(priceId);
  if (interval === 'one_time') throw new Refusal('invalid', `The price ${priceId} is not recurring.`, 'price');
  return interval;
}
