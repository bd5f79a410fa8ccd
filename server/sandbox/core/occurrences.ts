import type { Card, Checkout, Customer, Dispute, EndReason, Invoice, Refund, Subscription } from './records.ts';

interface Changed {
  before: Subscription;
  subscription: Subscription;
}

/**
 * Everything that can happen at the company, one kind for each business action. A dialect turns one occurrence into all
 * the webhooks that its company sends for it, in that company's order. Records are snapshots taken at that time.
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
  /** Created by the shop over the API, without a checkout. */
  | { kind: 'subscription_created'; subscription: Subscription; invoice: Invoice }
  | { kind: 'card_added'; card: Card }
  | { kind: 'trial_will_end'; subscription: Subscription }
  /** A new period started and was paid; also when a trial or a pause ends. */
  | ({ kind: 'renewed'; invoice: Invoice; cause: 'cycle' | 'trial_end' | 'resumed' } & Changed)
  /** `last`: no further attempt follows; the end of the subscription is a separate occurrence. */
  | ({ kind: 'payment_failed'; invoice: Invoice; attempt: 'first' | 'again' | 'last' } & Changed)
  | ({ kind: 'recovered'; invoice: Invoice } & Changed)
  /** No new period starts, except when the interval changes. `invoice`: what was charged immediately. */
  | ({ kind: 'subscription_changed'; change: SubscriptionChange; invoice: Invoice | null } & Changed)
  | ({ kind: 'subscription_ended'; reason: EndReason } & Changed)
  /** An invoice besides the plan, paid or failed. The subscription stays the same. */
  | { kind: 'billed_besides'; invoice: Invoice }
  /** An open invoice was voided or marked uncollectible. */
  | { kind: 'written_off'; invoice: Invoice; before: Subscription | null; subscription: Subscription | null }
  | { kind: 'refunded'; refund: Refund; invoice: Invoice }
  | { kind: 'dispute_opened' | 'dispute_closed'; dispute: Dispute; invoice: Invoice };

/**
 * `expired`: the first invoice was never paid. `period`: a new period started without a charge, because collection is
 * paused. `trial`: a trial was added, or its end was moved.
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
