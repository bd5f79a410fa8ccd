import type {
  CallOptions,
  ChargeCalls,
  CheckoutCalls,
  CheckoutInterval,
  CheckoutSession,
  CustomerCalls,
  CustomerInput,
  Delivery,
  Diagnosable,
  ListOptions,
  PlanChange,
  PlanTerms,
  PortalInput,
  PortalSession,
  ProviderAccount,
  ProviderCustomer,
  WebhookEvent,
} from './calls.ts';
import { checkoutIntervals, subscriptionIntervals } from './calls.ts';
import type { Money } from './money.ts';
import type { ProviderPrice } from './prices.ts';
import type { PaymentUpdateResult } from './returned.ts';

export { type EventType, eventTypes } from './calls.ts';
export type { KnownPrice, Price } from './prices.ts';
export type { CheckoutInterval, Delivery, Money, PlanChange, PlanTerms, WebhookEvent };
export { checkoutIntervals, subscriptionIntervals };

/** The specification's. A deletion is told by the event's type. */
export const toldStatuses = ['active', 'trialing', 'past_due', 'canceled', 'incomplete'] as const;
export type SubscriptionStatus = (typeof toldStatuses)[number];
export const toldPaymentStatuses = ['succeeded', 'failed'] as const;
export type ToldPaymentStatus = (typeof toldPaymentStatuses)[number];
/** What was owed, and is asked for no more. */
export const writeOffs = ['voided', 'uncollectible'] as const;
export type WriteOff = (typeof writeOffs)[number];
export const paymentTypes = ['subscription', 'one_time'] as const;
export type PaymentType = (typeof paymentTypes)[number];

export interface CustomerResult {
  providerCustomerId: string;
  userId?: string;
  email?: string;
  metadata?: Record<string, unknown>;
  deleted?: boolean;
  /** True when the event is about the customer itself; false when it only names one. */
  explicit: boolean;
  /** Whom the company's own record of the customer names, as far as the event shows it. */
  statedUserId?: string;
}

/**
 * What an event says of a subscription. An absent field means "not said" and leaves the record's value;
 * null means "said to be none". Timestamps are ISO 8601 in UTC.
 */
export interface SubscriptionResult {
  providerSubscriptionId: string;
  providerCustomerId?: string;
  userId?: string;
  /**
   * `state`: the provider's whole view, applied by the order rule.
   * `initial`: creates the record if there is none and never changes one (a completed checkout).
   * `payment_failed`: turns a live record past due as of the event's time and creates none.
   */
  kind: 'state' | 'initial' | 'payment_failed';
  status?: SubscriptionStatus;
  nativeStatus?: string;
  priceId?: string;
  plan?: string;
  interval?: string;
  quantity?: number;
  amount?: Money;
  /** There is no single amount, or it can't be told; `currency` is known all the same. */
  amountKnown?: false;
  currency?: string;
  /** What discounts take off every bill: `amount` is what is left. */
  amountDiscounted?: Money | null;
  /** Until when; null: no end is told. */
  discountUntil?: string | null;
  /** Whether `amount` holds the tax; null: there is none, or nobody says. */
  taxIncluded?: boolean | null;
  currentPeriodStart?: string;
  currentPeriodEnd?: string;
  cancelAtPeriodEnd?: boolean;
  cancelAt?: string | null;
  canceledAt?: string | null;
  trialStart?: string | null;
  trialEnd?: string | null;
}

export interface PaymentResult {
  /** The invoice or order where there is one, so that retries and checkouts meet; `reference`: its name in refunds. */
  providerPaymentId: string;
  providerCustomerId?: string;
  providerSubscriptionId?: string;
  userId?: string;
  type: PaymentType;
  status: ToldPaymentStatus;
  /** What was paid, or owed: with tax, less discounts. */
  amount?: Money;
  /** What discounts took off. */
  amountDiscounted?: Money;
  description?: string;
  receiptUrl?: string;
  invoiceUrl?: string;
  reference?: string;
  /** What it pays for; ISO 8601. */
  periodStart?: string;
  periodEnd?: string;
  /** Of one that failed: where its payer confirms it, since their bank asks. */
  actionUrl?: string;
  /** Of one that failed. */
  writtenOff?: WriteOff;
  /** Not for a period of its subscription: its failure says nothing of the subscription. */
  aside?: true;
  /** What was bought, where the event says it. */
  plan?: string;
  priceId?: string;
  /** For how many days a one-time purchase gives its plan, 0: for ever; by the plans file, never by the event. */
  accessDays?: number;
}

/** What `processWebhookEvent` makes of an event: at most one record of each kind, or the reason why it can't be used. */
export interface WebhookResult {
  customer?: CustomerResult;
  subscription?: SubscriptionResult;
  payment?: PaymentResult;
  paymentUpdate?: PaymentUpdateResult;
  /** The buyer's word for whose purchase it is: it counts only for a checkout session that we started. */
  referenceUserId?: string;
  /** Set when a checkout session ended with this event, so that it is never offered again. */
  completedCheckoutId?: string;
  /** A known type without its match key: the delivery fails and is kept as failed. */
  error?: string;
  /** Why an event of a known type changes nothing. */
  ignored?: string;
  /** Of an account or a mode that is not the key's: `ignored` says of which. */
  isForeign?: true;
  /** The event names its object and doesn't show it: nothing can be said before `expandEvent` has read it. */
  isThin?: true;
  /** Values that were left out because they could not be used. */
  warnings: string[];
}

export interface CheckoutInput {
  plan: string;
  interval: CheckoutInterval;
  userId: string;
  userEmail: string;
  /** Absolute addresses. */
  successUrl: string;
  cancelUrl: string;
  /** Only this customer can pay it. Without one the company finds or makes the buyer by the address that is typed. */
  providerCustomerId?: string;
  /** Whole days; absent or 0: no trial. */
  trialDays?: number;
  quantity?: number;
  /** The same key never makes a second session, where the provider supports it. */
  idempotencyKey: string;
}

/** The provider's own present view of a subscription. */
export interface ProviderSnapshot {
  subscription: SubscriptionResult & { kind: 'state' };
  /** The provider's clock when it answered (its `Date` header), ISO 8601; null when it sent none. */
  readAt: string | null;
}

export interface SnapshotPage {
  items: ProviderSnapshot[];
  /** Opaque; absent on the last page. */
  nextCursor?: string;
}

/** An event as the company keeps it, in the form in which it delivers it. */
export interface KeptEvent {
  headers: Record<string, string>;
  body: string;
}

export interface EventPage {
  items: KeptEvent[];
  /** Opaque; absent on the last page. */
  nextCursor?: string;
}

/** A change to a live subscription that the provider makes on our call. */
export type SubscriptionChange =
  | { kind: 'cancel_at_period_end' | 'resume' | 'cancel_now' | 'pause' | 'unpause' | 'undo_pause' }
  /** Takes back a change of plan that waits for the end of the period; `back`: what it was made from. */
  | { kind: 'undo'; back: PlanTerms }
  | PlanChange;

/** How the company changes subscriptions. */
export interface ChangeAbilities {
  /** What keeps a change until the end of the period: the company, or the price, which is then the new one at once. */
  waitsAs: 'schedule' | 'price';
  /** A plan and its seats change in one call. */
  planWithSeats: boolean;
  pauses: 'now' | 'period_end';
}

/**
 * Our code for one provider. The first four operations are the specification's; calls to the provider reject within
 * 10 seconds, with an Error whose message holds no secret, and with the answer's `status` and `retryAfterMs` if any.
 */
export interface Adapter extends CustomerCalls, CheckoutCalls, ChargeCalls, Diagnosable {
  readonly provider: string;
  /** Lower-case name of the header that carries the signature. */
  readonly signatureHeader: string;
  /** Without a customer's id the company finds a buyer by the address that is typed, whoever has that customer. */
  readonly findsBuyersByAddress: boolean;
  /** Calls a second that reconciles may make, all processes together. */
  readonly reconcileRate: number;
  readonly changes: ChangeAbilities;

  createCheckout(input: CheckoutInput): Promise<CheckoutSession>;
  createPortal(input: PortalInput): Promise<PortalSession>;
  /** Whether the delivery was signed with one of the secrets and is fresh. Pure and synchronous. */
  validateWebhook(delivery: Delivery): boolean;
  /** Pure and synchronous; never throws, whatever the event holds. */
  processWebhookEvent(event: WebhookEvent): WebhookResult;

  /** The user's customer, made now or before; null: there is one customer an address, and another user has this one. */
  createCustomer(input: CustomerInput): Promise<string | null>;
  /** Turns a validated, parsed delivery into the envelope; never throws. */
  toEvent(delivery: Delivery, parsed: unknown): WebhookEvent;
  /** Where events may be thin: the event with the object that it names; null: the provider knows neither any more. */
  expandEvent?(event: WebhookEvent, options?: CallOptions): Promise<WebhookEvent | null>;
  /** All events since a time, ISO 8601, as long as the company keeps them, the newest first; absent: it lists none. */
  listEvents?(since: string, options?: ListOptions): Promise<EventPage>;
  /** null: the provider doesn't know this subscription. */
  fetchSubscription(providerSubscriptionId: string, options?: CallOptions): Promise<ProviderSnapshot | null>;
  /** A customer that the provider doesn't know has none. */
  listSubscriptions(providerCustomerId: string, options?: ListOptions): Promise<SnapshotPage>;
  /** null: the provider doesn't know this customer, or no longer. */
  fetchCustomer(providerCustomerId: string, options?: CallOptions): Promise<ProviderCustomer | null>;
  /** What tells each of a customer's cards from others, the same for whoever has the card. Absent: the company doesn't tell. */
  fetchCardPrints?(providerCustomerId: string, options?: CallOptions): Promise<string[]>;
  /** A price or product that checkouts sell; null: the provider doesn't know it. */
  fetchPrice(id: string, options?: CallOptions): Promise<ProviderPrice | null>;
  /** Rejects unless the key opens the provider's API. */
  fetchAccount(options?: CallOptions): Promise<ProviderAccount>;
  /** What a change that is made at once would charge at once; null: the provider doesn't tell. */
  previewChange(providerSubscriptionId: string, change: PlanChange): Promise<Money | null>;
  changeSubscription(providerSubscriptionId: string, change: SubscriptionChange): Promise<void>;
  /** Where refunds may name a payment by a reference alone: the event that would say whose it is; null: none of ours. */
  fetchPaymentLink?(reference: string, options?: CallOptions): Promise<Record<string, unknown> | null>;
}
