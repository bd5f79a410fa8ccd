import type { Metadata } from './goods.ts';

export type { Coupon, Metadata, Price, Product } from './goods.ts';

/** Times in every record are milliseconds of the company's own clock, unless a field says otherwise. */
export interface Customer {
  id: string;
  email: string | null;
  name: string | null;
  /** The shop's own id for this customer, in dialects that know one. */
  externalId: string | null;
  metadata: Metadata;
  cardId: string | null;
  createdAt: number;
  updatedAt: number;
  deletedAt: number | null;
  /** What only the dialect reads. */
  extra: Record<string, unknown>;
}

/**
 * `fails_later` works when it is added and fails at every renewal; `authenticate_always` asks its owner at every one;
 * `disputed` works, and its owner disputes the payment at once.
 */
type Settlement = 'ok' | 'declined' | 'fails_later' | 'disputed' | 'bank_debit';
export type CardBehaviour = Settlement | 'authenticate' | 'authenticate_always';

export interface CardFace {
  brand: string;
  last4: string;
  /** The same for the same number, whoever has it; absent: kept by an earlier version. */
  fingerprint?: string;
  expMonth: number;
  expYear: number;
  behaviour: CardBehaviour;
  /** Why the bank declines it, in the published codes; absent: it gives no reason. */
  declineCode?: string;
}

/** Why a charge failed. `authentication_required`: its owner has to confirm it. */
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
  /** The unguessable part of the hosted page's address. */
  token: string;
  status: 'open' | 'complete' | 'expired';
  priceId: string;
  quantity: number;
  trialDays: number;
  customerId: string | null;
  email: string | null;
  /** The shop's own word for this checkout, echoed back. */
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
  /** What its page lets buyers type; absent: neither. */
  takes?: { codes: boolean; taxId: boolean };
  taxId?: string;
  /** A trial can be started without a card; absent: it can't. */
  withoutCard?: Subscription['withoutCard'];
  /** A card that waits for its owner's authentication. */
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
  /** The page it opens at; null: the overview. */
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
  /** Where billing periods are counted from: its day of the month is kept through short months. */
  anchor: number;
  periodStart: number;
  periodEnd: number;
  trialStart: number | null;
  trialEnd: number | null;
  trialEndAnnounced: boolean;
  /** When it will end; null: it goes on. This alone says whether a cancellation is scheduled. */
  cancelAt: number | null;
  /** Who scheduled the end. Some companies show the two differently. */
  cancelVia: 'api' | 'portal' | null;
  canceledAt: number | null;
  endedAt: number | null;
  endReason: EndReason | null;
  pausedAt: number | null;
  pauseAtPeriodEnd: boolean;
  resumesAt: number | null;
  /** Takes effect with the next period. */
  pendingUpdate: { priceId: string; quantity: number } | null;
  pauseCollection: { behavior: string; resumesAt: number | null } | null;
  latestInvoiceId: string | null;
  /** Proration carried to the next invoice, in minor units; negative: in the customer's favour. */
  pendingAmount: number;
  /** So many of the next charges fail, whatever the card. */
  failNext: number;
  /** What makes its bills cheaper, and until when (null: for ever); absent: nothing. */
  discount?: { couponId: string; until: number | null } | null;
  /** What becomes of a trial that ends without a card; absent: a bill is made, which fails. */
  withoutCard?: 'create_invoice' | 'cancel' | 'pause';
  extra: Record<string, unknown>;
}

export type EndReason = 'immediately' | 'period_end' | 'payment_failed' | 'customer_deleted';

export interface InvoiceLine {
  id: string;
  description: string;
  /** Minor units; negative for credited time. */
  amount: number;
  priceId: string;
  quantity: number;
  proration: boolean;
  periodStart: number;
  periodEnd: number;
}

/** A bill: of a subscription's period or change, of a one-time order (`purchase`), or of anything else (`manual`). */
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
  /** When it was asked for no more; absent: it wasn't, or nobody wrote down when. */
  writtenOffAt?: number;
  /** Of the last attempt; absent: none has failed. */
  failure?: Failure | null;
  /** What a discount took off the lines to come to the total; absent: nothing. */
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

/** A buyer's bank wants the money of a payment back. */
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

/** What a company that schedules changes keeps of one: the change itself is the subscription's `pendingUpdate`. */
export interface Schedule {
  id: string;
  subscriptionId: string;
  status: 'active' | 'released' | 'canceled';
  createdAt: number;
  endedAt: number | null;
  /** Absent: none was given. */
  metadata?: Metadata;
  /** What ran while something was planned. */
  began?: Phase[];
}

export type Phase = Pick<Subscription, 'priceId' | 'quantity' | 'periodStart' | 'periodEnd'>;

/** A shop's handle on the sandbox's time, in dialects that have one. */
export interface TestClock {
  id: string;
  name: string | null;
  frozenAt: number;
  createdAt: number;
}
