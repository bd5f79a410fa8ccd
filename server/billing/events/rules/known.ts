import type { Customer } from '../../records/customer.ts';
import type { Instant } from '../../records/instant.ts';
import type { KeptOutcome } from '../../records/outcome.ts';
import type { Payment } from '../../records/payment.ts';
import type { Refund } from '../../records/refund.ts';
import type { Subscription } from '../../records/subscription.ts';
import type { ProviderEvent } from '../event.ts';

/** What was known at one moment of all that an event touches. */
export interface Known {
  /** The ledger's row of this very event. */
  earlier: { id: string; outcome: KeptOutcome } | null;
  /** The customer that the event names, else its subscription's. */
  customer: Customer | null;
  /** The event's subscription, or that of its payment. */
  subscription: Subscription | null;
  payment: Payment | null;
  /** The payment's refunds and disputes; read where the event is about one. */
  refunds: readonly Refund[];
  /** When the newest of the subscription's other payments failed; read where a rule asks for it. */
  otherFailureAt: Instant | null;
  /** The owner's newest customer at this provider that is not deleted; read where no customer is known. */
  ownersCustomerId: string | null;
  /** The user that the event's reference names, where this user started the event's checkout session here. */
  referencedUserId: string | null;
  /** The owner's e-mail address, by our accounts; read where the customer is new. */
  ownersEmail: string | null;
  /** Those of a customer whose deletion is told that have not ended. */
  running: readonly Subscription[];
}

/** An event beside what is known: what every rule looks at. */
export interface Case {
  event: ProviderEvent;
  known: Known;
  now: Instant;
  /** Whose records these are; null: nobody knows. */
  owner: string | null;
  /** The named customer is not the owner's: nothing is linked to it. */
  foreign: boolean;
  /** The event's place among those of one instant. */
  rank: number;
}

/** The next rows of the records that an event changes: new ones have version 1. */
export interface Changes {
  customer: Customer | null;
  subscription: Subscription | null;
  payment: Payment | null;
  refund: Refund | null;
  /** A deleted customer's subscriptions. */
  ended: readonly Subscription[];
}
