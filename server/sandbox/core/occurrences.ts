import type { Card, Checkout, Customer, Dispute, EndReason, Invoice, Refund, Subscription } from './records.ts';

interface Changed {
  before: Subscription;
  subscription: Subscription;
}

/**
 * Everything that can happen at the company, once for each business action. A dialect turns one occurrence
 * into as many webhooks as its company sends for it, in that company's order. Records are snapshots as of then.
 */
export type Occurrence =
  | { kind: 'customer_created'; customer: Customer }
  | { kind: 'customer_updated'; before: Customer; customer: Customer }
  | { kind: 'customer_deleted'; customer: Customer }
  | { kind: 'card_changed'; before: Customer; customer: Customer; card: Card }
  | { kind: 'checkout_created'; checkout: Checkout }
  | { kind: 'checkout_expired'; checkout: Checkout }
  /** The first purchase: a subscription with its first invoice (0 in a trial), or a one-time order (no subscription). */
  | {
      kind: 'checkout_completed';
      checkout: Checkout;
      customer: Customer;
      newCustomer: boolean;
      subscription: Subscription | null;
      invoice: Invoice;
    }
  /** By the shop, without a checkout. */
  | { kind: 'subscription_created'; subscription: Subscription; invoice: Invoice }
  | { kind: 'card_added'; card: Card }
  | { kind: 'trial_will_end'; subscription: Subscription }
  /** A new period began and was paid; also the end of a trial and the return from a pause. */
  | ({ kind: 'renewed'; invoice: Invoice; cause: 'cycle' | 'trial_end' | 'resumed' } & Changed)
  /** `last`: no further attempt follows; the subscription's end is an occurrence of its own. */
  | ({ kind: 'payment_failed'; invoice: Invoice; attempt: 'first' | 'again' | 'last' } & Changed)
  | ({ kind: 'recovered'; invoice: Invoice } & Changed)
  /** Without a new period, except when a plan of another interval starts one. `invoice`: what was charged at once. */
  | ({ kind: 'subscription_changed'; change: SubscriptionChange; invoice: Invoice | null } & Changed)
  | ({ kind: 'subscription_ended'; reason: EndReason } & Changed)
  /** Not of a subscription's period or change: it stays as it is. Paid, or tried in vain. */
  | { kind: 'billed_besides'; invoice: Invoice }
  /** An open bill was voided, or marked uncollectible. */
  | { kind: 'written_off'; invoice: Invoice; before: Subscription | null; subscription: Subscription | null }
  | { kind: 'refunded'; refund: Refund; invoice: Invoice }
  | { kind: 'dispute_opened' | 'dispute_closed'; dispute: Dispute; invoice: Invoice };

/**
 * `expired`: its first bill was never paid.
 * `period`: a new period began and nobody was charged, as collection is paused. `trial`: the trial's end was moved,
 * or a trial was given.
 */
export type SubscriptionChange =
  | 'plan'
  | 'period'
  | 'cancel_scheduled'
  | 'cancel_revoked'
  | 'paused'
  | 'resumed'
  | 'trial'
  | 'pause_collection'
  | 'metadata'
  | 'expired'
  | 'unpaid';
