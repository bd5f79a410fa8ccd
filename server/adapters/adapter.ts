import type { AccountCalls, Page, ProviderSnapshot } from './account.ts';
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
import type { Diagnosable } from './diagnosis.ts';
import type { Money } from './money.ts';
import type { PriceCalls } from './prices.ts';
import type { WebhookResult } from './results.ts';

export type { AccountCustomer, Page, ProviderSnapshot } from './account.ts';
export { type EventType, eventTypes } from './calls.ts';
export type { KnownPrice, Price } from './prices.ts';
export * from './results.ts';
export type { CheckoutInterval, Delivery, Money, PlanChange, PlanTerms, WebhookEvent };
export { checkoutIntervals, subscriptionIntervals };

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

export type SnapshotPage = Page<ProviderSnapshot>;

/** An event as the provider stores it, in the form of its deliveries. */
export interface KeptEvent {
  headers: Record<string, string>;
  body: string;
}

export type EventPage = Page<KeptEvent>;

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

/** `obstacle`: the change is refused because of it; `dropped`: the change sets it aside, until `resume`. */
export type ForeignPlan = 'obstacle' | 'dropped';

/** Why a provider refused a change, where it can be told: `conflict` of the error. */
export type ProviderConflict = 'scheduled_elsewhere';

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
export interface Adapter extends AccountCalls, CustomerCalls, CheckoutCalls, ChargeCalls, PriceCalls, Diagnosable {
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
  /**
   * When a trial that began then ends after such a change, ISO 8601: before now, the first period begins at once; null:
   * likewise, for the price has no trial. Absent: it goes on as it is.
   */
  trialEndAfter?(trialStart: string, terms: PlanTerms): Promise<string | null>;
  changeSubscription(providerSubscriptionId: string, change: SubscriptionChange): Promise<void>;
  /** What such a change does to what others planned there; null: nothing. Absent: nobody can plan. */
  foreignPlan?(providerSubscriptionId: string, change: SubscriptionChange): Promise<ForeignPlan | null>;
  /** If refunds may name a payment by a reference alone: an event that says whose it is; null: not one of ours. */
  fetchPaymentLink?(reference: string, options?: CallOptions): Promise<Record<string, unknown> | null>;
}
