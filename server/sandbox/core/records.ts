import type { Metadata } from './goods.ts';

export type { Coupon, Metadata, Price, Product } from './goods.ts';

/** Times in all records are Unix milliseconds of the company's clock, unless a field says otherwise. */
export interface Customer {
  id: string;
  email: string | null;
  name: string | null;
  /** The shop's own id for this customer, in dialects that have such a field. */
  externalId: string | null;
  metadata: Metadata;
  cardId: string | null;
  createdAt: number;
  updatedAt: number;
  deletedAt: number | null;
  /** Fields that only the dialect reads. */
  extra: Record<string, unknown>;
}

/**
 * `fails_later` works when it is added and fails at every renewal; `authenticate_always` requires authentication at
 * every renewal; `disputed` works, but the cardholder disputes each payment immediately.
 */
type Settlement = 'ok' | 'declined' | 'fails_later' | 'disputed' | 'bank_debit';
export type CardBehaviour = Settlement | 'authenticate' | 'authenticate_always';

export interface CardFace {
  brand: string;
  last4: string;
  /** Equal for equal card numbers; absent: stored by an earlier version. */
  fingerprint?: string;
  expMonth: number;
  expYear: number;
  behaviour: CardBehaviour;
  /** The published decline code; absent: the bank gives no reason. */
  declineCode?: string;
}

/** Why a charge failed. `authentication_required`: the cardholder has to confirm it. */
export interface Failure {
  code: string;
  declineCode: string | null;
  message: string;
}

export interface Card extends CardFace {
  id: string;
  customerId: string;
  createdAt: number;
}

export interface Checkout {
  id: string;
  /** The unguessable part of the hosted page's URL. */
  token: string;
  status: 'open' | 'complete' | 'expired';
  priceId: string;
  quantity: number;
  trialDays: number;
  customerId: string | null;
  email: string | null;
  /** The shop's own reference for this checkout, returned unchanged. */
  reference: string | null;
  customerExternalId: string | null;
  customerMetadata: Metadata;
  metadata: Metadata;
  subscriptionMetadata: Metadata;
  paymentMetadata: Metadata;
  successUrl: string;
  cancelUrl: string | null;
  createdAt: number;
  expiresAt: number;
  completedAt: number | null;
  subscriptionId: string | null;
  invoiceId: string | null;
  couponId?: string | null;
  /** Which inputs the checkout page offers; absent: neither. */
  takes?: { codes: boolean; taxId: boolean };
  taxId?: string;
  /** What happens at the end of a trial started without a card; absent: a card is required. */
  withoutCard?: Subscription['withoutCard'];
  /** A card that waits for the cardholder's authentication. */
  pending: { card: CardFace; email: string } | null;
  extra: Record<string, unknown>;
}

export type PortalFlow =
  | { kind: 'change'; subscriptionId: string; priceId: string; quantity: number; doneUrl: string | null }
  | { kind: 'switch' | 'cancel'; subscriptionId: string; doneUrl: string | null }
  | { kind: 'card'; doneUrl: string | null };

export interface Portal {
  id: string;
  token: string;
  customerId: string;
  returnUrl: string | null;
  /** The page that opens first; null: the overview. */
  flow: PortalFlow | null;
  createdAt: number;
  expiresAt: number;
}

export type SubscriptionStatus =
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'canceled'
  | 'incomplete'
  | 'incomplete_expired'
  | 'paused';

export interface Subscription {
  id: string;
  itemId: string;
  customerId: string;
  checkoutId: string | null;
  priceId: string;
  quantity: number;
  status: SubscriptionStatus;
  metadata: Metadata;
  createdAt: number;
  updatedAt: number;
  /** When price or quantity were set last; a renewal doesn't count. */
  itemChangedAt: number;
  /** Anchor of the billing periods: its day of the month is kept, also after shorter months. */
  anchor: number;
  periodStart: number;
  periodEnd: number;
  trialStart: number | null;
  trialEnd: number | null;
  trialEndAnnounced: boolean;
  /** When the subscription will end; null: it renews. Only this field says whether a cancellation is scheduled. */
  cancelAt: number | null;
  /** Who scheduled the cancellation. Some companies report the two differently. */
  cancelVia: 'api' | 'portal' | null;
  canceledAt: number | null;
  endedAt: number | null;
  endReason: EndReason | null;
  pausedAt: number | null;
  pauseAtPeriodEnd: boolean;
  resumesAt: number | null;
  /** Takes effect at the start of the next period. */
  pendingUpdate: { priceId: string; quantity: number; discount?: null } | null;
  pauseCollection: { behavior: string; resumesAt: number | null } | null;
  latestInvoiceId: string | null;
  /** Proration carried to the next invoice, in minor units; negative: in the customer's favour. */
  pendingAmount: number;
  /** The number of next charges that fail, whatever the card. */
  failNext: number;
  /** The discount on its invoices, and its end (null: forever); absent: no discount. */
  discount?: { couponId: string; until: number | null } | null;
  /** What happens when a trial ends without a card; absent: an invoice is created, which fails. */
  withoutCard?: 'create_invoice' | 'cancel' | 'pause';
  extra: Record<string, unknown>;
}

export type EndReason = 'immediately' | 'period_end' | 'payment_failed' | 'customer_deleted';

export interface InvoiceLine {
  id: string;
  description: string;
  /** Minor units; negative for a credit. `carried`: the part of it that earlier changes and invoices left. */
  amount: number;
  carried?: number;
  priceId: string;
  quantity: number;
  proration: boolean;
  periodStart: number;
  periodEnd: number;
}

/** For a subscription's period or change, for a one-time order (`purchase`), or for anything else (`manual`). */
export interface Invoice {
  id: string;
  number: string;
  customerId: string;
  subscriptionId: string | null;
  checkoutId: string | null;
  reason: 'purchase' | 'create' | 'cycle' | 'update' | 'manual';
  status: 'open' | 'paid' | 'uncollectible' | 'void';
  currency: string;
  total: number;
  lines: InvoiceLine[];
  metadata: Metadata;
  createdAt: number;
  paidAt: number | null;
  attempts: number;
  nextAttemptAt: number | null;
  paymentId: string;
  chargeId: string;
  refunded: number;
  /** The card of the last attempt; absent: there was none. */
  cardId?: string;
  /** When it was voided or marked uncollectible; absent: it wasn't, or the time is unknown. */
  writtenOffAt?: number;
  /** Failure of the last attempt; absent: no attempt failed. */
  failure?: Failure | null;
  /** The discount that is included in the total; absent: none. */
  discounted?: number;
  extra: Record<string, unknown>;
}

export interface Refund {
  id: string;
  invoiceId: string;
  amount: number;
  currency: string;
  reason: string | null;
  metadata: Metadata;
  createdAt: number;
}

/** The buyer's bank demands a payment back. */
export interface Dispute {
  id: string;
  invoiceId: string;
  amount: number;
  currency: string;
  reason: string;
  status: 'open' | 'won' | 'lost';
  createdAt: number;
  closedAt: number | null;
}

/** A subscription schedule. The scheduled change itself is the subscription's `pendingUpdate`. */
export interface Schedule {
  id: string;
  subscriptionId: string;
  status: 'active' | 'released' | 'canceled';
  createdAt: number;
  endedAt: number | null;
  /** Absent: none was set. */
  metadata?: Metadata;
  /** Earlier phases that ran under this schedule. */
  began?: Phase[];
  /** Whether the subscription ends with the last phase; absent: it goes on. */
  endBehavior?: 'release' | 'cancel';
}

export type Phase = Pick<Subscription, 'priceId' | 'quantity' | 'periodStart' | 'periodEnd'>;

/** A test clock of the API: moves the sandbox's time, in dialects that have such an object. */
export interface TestClock {
  id: string;
  name: string | null;
  frozenAt: number;
  createdAt: number;
}
