import type { Customer } from '../../records/customer.ts';
import type { Payment } from '../../records/payment.ts';
import { hasEnded, type Subscription } from '../../records/subscription.ts';
import { recoversSubscription } from './failures.ts';
import type { Case, Changes } from './known.ts';

/*
 * A version guards what is written. What a decision merely read is held with it, or looked at once more after the
 * commit: someone who wrote at the same moment may have missed this event, as it may have missed theirs.
 */

/** Records that are not written, but must still be what was read when the rest is. */
export interface Held {
  customer: Customer | null;
  subscription: Subscription | null;
}

export function heldReads(given: Case, { customer, subscription }: Changes): Held {
  const { event, known } = given;
  const mayMissEnd = subscription !== null && !customer && mayMissAnEnd(given, subscription);
  const hidesFailure = !subscription && event.subscription?.kind === 'payment_failed';
  return {
    customer: mayMissEnd ? known.customer : null,
    subscription: hidesFailure ? known.subscription : null,
  };
}

/**
 * A customer's end writes the customer's running subscriptions that tell no later time, and so meets whoever writes one
 * of them. It doesn't meet who revives a subscription, moves it, or writes it without a time.
 */
function mayMissAnEnd({ event, known }: Case, next: Subscription): boolean {
  const before = known.subscription;
  if (!before || hasEnded(next.status)) return false;
  return event.occurredAt === null || hasEnded(before.status) || before.customerId !== next.customerId;
}

/** A record (our id of a customer, subscription or payment) to be looked at once more after the commit. */
export interface PendingLink {
  id: string;
  /** A subscription for whose owner no customer was found. */
  lacksCustomer: boolean;
}

/** What is new, what ends others, and what asked for other payments, can't be held: it is looked at after the commit. */
export function pendingLinks(given: Case, { customer, subscription, payment }: Changes): PendingLink[] {
  const { event, known, foreign } = given;
  const links: string[] = [];
  if (customer && (customer.version === 1 || event.customer?.deleted)) links.push(customer.id);
  if (subscription && (subscription.version === 1 || recoversSubscription(given))) links.push(subscription.id);
  links.push(...newNames(known.payment, payment));
  if (!known.subscription && event.subscription?.kind === 'payment_failed') links.push(event.subscription.id);
  const lacksCustomer = (id: string) => id === subscription?.id && subscription.customerId === null && !foreign;
  return links.map((id) => ({ id, lacksCustomer: lacksCustomer(id) }));
}

/** What is told of a payment before it is known waits for its id, or for that of its reference. */
function newNames(before: Payment | null, next: Payment | null): string[] {
  if (!next) return [];
  const names = [before ? null : next.id, before?.referenceId === next.referenceId ? null : next.referenceId];
  return names.filter((name) => name !== null);
}
