import type { Customer } from '../../records/customer.ts';
import type { Payment } from '../../records/payment.ts';
import { hasEnded, type Subscription } from '../../records/subscription.ts';
import { recoversSubscription } from './failures.ts';
import type { Case, Changes } from './known.ts';

/*
 * Versions guard what is written. What a decision only read is locked in the same write, or checked again after the
 * commit: a concurrent writer may have missed this event, and this event may have missed theirs.
 */

/** Records that are not written but must be unchanged when the rest is written. */
export interface LockedRecords {
  customer: Customer | null;
  subscription: Subscription | null;
}

export function heldReads(given: Case, { customer, subscription }: Changes): LockedRecords {
  const { event, known } = given;
  const mayMissEnd = subscription !== null && !customer && mayMissAnEnd(given, subscription);
  const hidesFailure = !subscription && event.subscription?.kind === 'payment_failed';
  return {
    customer: mayMissEnd ? known.customer : null,
    subscription: hidesFailure ? known.subscription : null,
  };
}

/**
 * A customer's deletion writes its running subscriptions that have no later state, so it conflicts with every writer of
 * those. It does not conflict with an event that revives a subscription, moves it, or writes it without a time.
 */
function mayMissAnEnd({ event, known }: Case, next: Subscription): boolean {
  const before = known.subscription;
  if (!before || hasEnded(next.status)) return false;
  return event.occurredAt === null || hasEnded(before.status) || before.customerId !== next.customerId;
}

/** A record (our id of a customer, subscription or payment) to check again after the commit. */
export interface PendingLink {
  id: string;
  /** A subscription whose owner has no known customer. */
  lacksCustomer: boolean;
}

/** New records, ended customers and looked-up failures can't be locked, so they are checked after the commit. */
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

/** A refund or dispute of an unknown payment waits for the payment's id, or for the id of its reference. */
function newNames(before: Payment | null, next: Payment | null): string[] {
  if (!next) return [];
  const names = [before ? null : next.id, before?.referenceId === next.referenceId ? null : next.referenceId];
  return names.filter((name) => name !== null);
}
