import type {
  CallOptions,
  ChargeCalls,
  CheckoutCalls,
  CheckoutInterval,
  CheckoutSession,
  CreatedCustomer,
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
import type { PriceCalls } from './prices.ts';
import type { PaymentUpdateResult } from './returned.ts';

export { type EventType, eventTypes } from './calls.ts';
export type { KnownPrice, Price } from './prices.ts';
export type { CheckoutInterval, Delivery, Money, PlanChange, PlanTerms, WebhookEvent };
export { checkoutIntervals, subscriptionIntervals };

/** The specification's statuses. A deletion comes as an event type instead. */
export const toldStatuses = ['active', 'trialing', 'past_due', 'canceled', 'incomplete'] as const;
export type SubscriptionStatus = (typeof toldStatuses)[number];
export const toldPaymentStatuses = ['succeeded', 'failed'] as const;
export type ToldPaymentStatus = (typeof toldPaymentStatuses)[number];
/** Written off: the amount is no longer due. */
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
  /** The user that the provider's own record of the customer names, if the event contains it. */
  statedUserId?: string;
}

/**
 * The fields of a subscription in an event. An absent field is unknown and leaves the record's value; null means
 * explicitly none. Timestamps are ISO 8601 in UTC. `isIgnored`: it is for another product of the company.
 */
export interface SubscriptionResult {
  providerSubscriptionId: string;
  providerCustomerId?: string;
  userId?: string;
  /**
   * `state`: the provider's full view, applied by the order rule.
   * `initial`: creates a missing record and never changes one (a completed checkout).
   * `payment_failed`: turns a live record past due as of the event's time and creates none.
   */
  kind: 'state' | 'initial' | 'payment_failed';
  status?: SubscriptionStatus;
  nativeStatus?: string;
  priceId?: string;
  plan?: string;
  isIgnored?: true;
  interval?: string;
  quantity?: number;
  amount?: Money;
  /** There is no single amount, or it is unknown; `currency` is known nevertheless. */
  amountKnown?: false;
  currency?: string;
  /** The discount on every invoice; `amount` is the rest. */
  amountDiscounted?: Money | null;
  /** When the discount ends; null: no end is given. */
  discountUntil?: string | null;
  /** Whether `amount` includes the tax; null: there is no tax, or it is unknown. */
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
  /** The invoice's or order's id, if any, so that retries and checkouts match; `reference`: the id in refunds. */
  providerPaymentId: string;
  providerCustomerId?: string;
  providerSubscriptionId?: string;
  userId?: string;
  type: PaymentType;
  status: ToldPaymentStatus;
  /** The amount paid or owed: with tax, after discounts. */
  amount?: Money;
  /** The discount. */
  amountDiscounted?: Money;
  description?: string;
  receiptUrl?: string;
  invoiceUrl?: string;
  reference?: string;
  /** The period that it pays for; ISO 8601. */
  periodStart?: string;
  periodEnd?: string;
  /** Of a failed payment: the page where the payer confirms it, if the bank requires that. */
  actionUrl?: string;
  /** Only for a failed payment. */
  writtenOff?: WriteOff;
  /** Not for a period of its subscription, so its failure does not affect the subscription. */
  aside?: true;
  /** What was bought, if the event names it. */
  plan?: string;
  priceId?: string;
  isIgnored?: true;
  /** How many days a one-time purchase grants its plan, 0: no end; from the plans file, never from the event. */
  accessDays?: number;
}

/** The result of `processWebhookEvent`: at most one record of each kind, or the reason why the event can't be used. */
export interface WebhookResult {
  customer?: CustomerResult;
  subscription?: SubscriptionResult;
  payment?: PaymentResult;
  paymentUpdate?: PaymentUpdateResult;
  /** The user named by the buyer: it counts only for a checkout session that we started. */
  referenceUserId?: string;
  /** Set when a checkout session ended with this event, so that it is never offered again. */
  completedCheckoutId?: string;
  /** A known type without its match key: the delivery fails and is stored as failed. */
  error?: string;
  /** Why an event of a known type changes nothing. */
  ignored?: string;
  /** From an account or mode other than the key's: `ignored` says which. */
  isForeign?: true;
  /** The event only references its object: it is unusable until `expandEvent` has read it. */
  isThin?: true;
  /** Values that were skipped because they are unusable. */
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
  /** The only customer that can pay it. Without one, the provider finds or creates the buyer by the typed address. */
  providerCustomerId?: string;
  /** Whole days; absent or 0: no trial. */
  trialDays?: number;
  quantity?: number;
  /** The same key never creates a second session, if the provider supports it. */
  idempotencyKey: string;
}

/** The provider snapshot of a subscription. */
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

/** An event as the provider stores it, in the form of its deliveries. */
export interface KeptEvent {
  headers: Record<string, string>;
  body: string;
}

export interface EventPage {
  items: KeptEvent[];
  /** Opaque; absent on the last page. */
  nextCursor?: string;
}

/** A change to a live subscription that we ask the provider to make. */
export type SubscriptionChange =
  | { kind: 'cancel_at_period_end' | 'resume' | 'cancel_now' | 'pause' | 'unpause' | 'undo_pause' }
  /**
   * Undoes a plan change that waits for the end of the period; `back`: the state that it was made from. `priceId` may
   * be one that is no longer sold; null: unknown.
   */
  | { kind: 'undo'; back: PlanTerms & { priceId: string | null } }
  | PlanChange;

/** A change that may charge something at once. */
export type PreviewedChange = PlanChange | { kind: 'unpause' };

/** How the provider changes subscriptions. */
export interface ChangeAbilities {
  /** Where a scheduled change waits: in the provider's schedule, or here while the new price is set at once. */
  waitsAs: 'schedule' | 'price';
  /** Whether one call changes a plan and its seats. */
  planWithSeats: boolean;
  /** `credited`: at once, and the paid time that is left is deducted from the next invoice. */
  pauses: 'now' | 'credited' | 'period_end';
}

/**
 * Our code for one provider. The first four operations are the specification's. Calls to the provider reject within
 * 10 seconds, with an Error whose message has no secret, and with the answer's `status` and `retryAfterMs`, if any.
 */
export interface Adapter extends CustomerCalls, CheckoutCalls, ChargeCalls, PriceCalls, Diagnosable {
  readonly provider: string;
  /** Lower-case name of the signature header. */
  readonly signatureHeader: string;
  /** Without a customer's id the provider finds a buyer by the typed address, whoever owns that customer. */
  readonly findsBuyersByAddress: boolean;
  /** Calls a second that reconciles may make, across all processes. */
  readonly reconcileRate: number;
  readonly changes: ChangeAbilities;

  createCheckout(input: CheckoutInput): Promise<CheckoutSession>;
  createPortal(input: PortalInput): Promise<PortalSession>;
  /** Whether the delivery was signed with one of the secrets and is fresh. Pure and synchronous. */
  validateWebhook(delivery: Delivery): boolean;
  /** Pure and synchronous; never throws, whatever the event contains. */
  processWebhookEvent(event: WebhookEvent): WebhookResult;

  /** The user's customer, new or existing; null: the provider keeps one per address, and it is another user's. */
  createCustomer(input: CustomerInput): Promise<CreatedCustomer | null>;
  /** Turns a validated, parsed delivery into the envelope; never throws. */
  toEvent(delivery: Delivery, parsed: unknown): WebhookEvent;
  /** Where events may be thin: the event with its object; null: the provider no longer has either. */
  expandEvent?(event: WebhookEvent, options?: CallOptions): Promise<WebhookEvent | null>;
  /** All stored events since a time, ISO 8601, newest first; absent: the provider lists none. */
  listEvents?(since: string, options?: ListOptions): Promise<EventPage>;
  /** null: the provider doesn't know this subscription. */
  fetchSubscription(providerSubscriptionId: string, options?: CallOptions): Promise<ProviderSnapshot | null>;
  /** An unknown customer has none. */
  listSubscriptions(providerCustomerId: string, options?: ListOptions): Promise<SnapshotPage>;
  /** null: the provider doesn't know this customer any more, or never did. */
  fetchCustomer(providerCustomerId: string, options?: CallOptions): Promise<ProviderCustomer | null>;
  /** Fingerprints of a customer's cards, equal for the same card at any customer. Absent: the provider gives none. */
  fetchCardPrints?(providerCustomerId: string, options?: CallOptions): Promise<string[]>;
  /** Rejects unless the key opens the provider's API. */
  fetchAccount(options?: CallOptions): Promise<ProviderAccount>;
  /** What an immediate change would charge now; null: the provider gives no preview. */
  previewChange(providerSubscriptionId: string, change: PreviewedChange): Promise<Money | null>;
  changeSubscription(providerSubscriptionId: string, change: SubscriptionChange): Promise<void>;
  /** If refunds may name a payment by a reference alone: an event that says whose it is; null: not one of ours. */
  fetchPaymentLink?(reference: string, options?: CallOptions): Promise<Record<string, unknown> | null>;
}
