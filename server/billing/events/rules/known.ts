import type { Customer } from '../../records/customer.ts';
import type { Instant } from '../../records/instant.ts';
import type { KeptOutcome } from '../../records/outcome.ts';
import type { Payment } from '../../records/payment.ts';
import type { Refund } from '../../records/refund.ts';
import type { Subscription } from '../../records/subscription.ts';
import type { ProviderEvent } from '../event.ts';

/** All that was known, at one moment, of the records that an event touches. */
export interface Known {
  /** The ledger row of this event. */
  earlier: { id: string; outcome: KeptOutcome } | null;
  /** The customer that the event names, else its subscription's. */
  customer: Customer | null;
  /** The event's subscription, or that of its payment. */
  subscription: Subscription | null;
  payment: Payment | null;
  /** The payment's refunds and disputes; read where the event is about one. */
  refunds: readonly Refund[];
  /** When the newest of the subscription's other payments failed; read only if a rule needs it. */
  otherFailureAt: Instant | null;
  /** The owner's newest customer at this provider that is not deleted; read only if no customer is known. */
  ownersCustomerId: string | null;
  /** The user that the event's reference names, if that user started the event's checkout session here. */
  referencedUserId: string | null;
  /** The e-mail address of the owner's account; read only if the customer is new. */
  ownersEmail: string | null;
  /** The subscriptions of a deleted customer that have not ended. */
  running: readonly Subscription[];
}

export const NOTHING_KNOWN: Known = {
  earlier: null,
  customer: null,
  subscription: null,
  payment: null,
  refunds: [],
  otherFailureAt: null,
  ownersCustomerId: null,
  referencedUserId: null,
  ownersEmail: null,
  running: [],
};

/** An event with the known records: the input of every rule. */
export interface Case {
  event: ProviderEvent;
  known: Known;
  now: Instant;
  /** The user who owns these records; null: unknown. */
  owner: string | null;
  /** The named customer belongs to another user, so nothing is linked to it. */
  foreign: boolean;
  /** The event's rank among events of the same instant. */
  rank: number;
}

/** The next rows of the records that the event changes: new ones have version 1. */
export interface Changes {
  customer: Customer | null;
  subscription: Subscription | null;
  payment: Payment | null;
  refund: Refund | null;
  /** The subscriptions of a deleted customer. */
  ended: readonly Subscription[];
}
