import type { IncomingHttpHeaders } from 'node:http';

/** The longest time of a call to a provider; an operation of several calls takes at most nine eighths of it. */
export const CALL_TIMEOUT_MS = 8_000;

export interface CallOptions {
  /** Aborts the call: it rejects with the signal's reason. */
  signal?: AbortSignal;
}

export interface ListOptions extends CallOptions {
  /** `nextCursor` of the previous page; absent: the first page. */
  cursor?: string;
}

/** The account's answers that hold for all its prices. A run starts with none, and asks for each once. */
export interface AccountDefaults {
  /** Its tax settings in the provider's words. */
  tax?: Record<string, unknown>;
}

export interface PriceOptions extends CallOptions {
  /** The same object for every price of a run; absent: they are asked for again. */
  defaults?: AccountDefaults;
}

/** Optional fields that buyers can fill in on the provider's page. */
export interface CheckoutOptions {
  discountCodes: boolean;
  /** The tax is computed, and businesses may enter their tax id. */
  tax: boolean;
}

export interface CheckoutSession {
  url: string;
  sessionId: string;
}

export interface PortalInput {
  providerCustomerId: string;
  /** Absolute address. */
  returnUrl: string;
}

export interface PortalSession {
  url: string;
}

/** The provider's current view of a checkout session. */
export type CheckoutSnapshot =
  /** It can still be paid, or the payment is in progress. */
  | { state: 'open' }
  /** It was paid: `completion` is the parsed webhook that says so. */
  | { state: 'complete'; completion: Record<string, unknown> }
  | { state: 'ended' };

/** Operations on existing checkout sessions. */
export interface CheckoutCalls {
  /** A session that the provider doesn't know has ended. */
  fetchCheckout(sessionId: string, options?: CallOptions): Promise<CheckoutSnapshot>;
  /** Expires an open session, so that it can't be paid; rejects if it is not open. Absent: the provider can't. */
  endCheckout?(sessionId: string, options?: CallOptions): Promise<void>;
}

/** A charge for a subscription, in its current state at the provider. */
export interface Charge {
  /** The id that refunds use. */
  id: string;
  /** Tax included, in minor units. */
  amount: number;
  refunded: number;
  /** What can still be refunded, counted the way the provider's refund call counts. */
  left: number;
  /** Lower-case code. */
  currency: string;
  isSettled: boolean;
  isDisputed: boolean;
  /** ISO 8601; null: unknown. */
  chargedAt: string | null;
}

/** Reads charges and refunds them. */
export interface ChargeCalls {
  /** Charges of more than zero. */
  listCharges(subscription: { providerSubscriptionId: string; providerCustomerId: string }): Promise<Charge[]>;
  /** The charge of one payment, for a subscription or not; null: the provider names none of more than zero. */
  fetchCharge(payment: { providerPaymentId: string; providerCustomerId: string }): Promise<Charge | null>;
  /** Refunds all that is left, tax included; never refunds twice. Rejects if nothing is left. */
  refundCharge(charge: Charge, idempotencyKey: string): Promise<void>;
}

export interface CustomerInput {
  userId: string;
  userEmail: string;
  /** The same key never creates a second customer, if the provider supports it. */
  idempotencyKey: string;
  /** Another user's customer has the user's id as its external id, which never changes: metadata alone names the user. */
  idIsTaken?: boolean;
}

/** The provider's current view of a customer. */
export interface ProviderCustomer {
  /** The provider still knows it, and reports it as deleted. */
  deleted: boolean;
}

/** A customer that the provider has under an address. */
export interface FoundCustomer {
  providerCustomerId: string;
  /** The user that the provider's own record names; null: none. */
  statedUserId: string | null;
}

/** The customer that a user's checkouts are bound to. */
export interface CreatedCustomer {
  providerCustomerId: string;
  /** false: the provider had it before, so it may have subscriptions that we don't know. */
  isNew: boolean;
}

/** Operations on customers that the provider already has. */
export interface CustomerCalls {
  /** All customers with this address, in upper or lower case. */
  findCustomers(email: string): Promise<FoundCustomer[]>;
  /**
   * All customers that name our user; where an account can't search for the name, those of them with the address.
   * Absent: the provider finds none by it.
   */
  findCustomersOf?(user: { id: string; email: string }): Promise<FoundCustomer[]>;
  /** Writes our user's id on a customer that names no user, if the provider stores one. */
  assignCustomer(providerCustomerId: string, userId: string): Promise<void>;
  /** Changes the customer's address; false: the provider refuses, or another customer has the address. */
  changeCustomerAddress(providerCustomerId: string, email: string): Promise<boolean>;
}

/** The account that the key belongs to; null: the provider does not say, or not for this key. */
export interface ProviderAccount {
  account: string | null;
  mode: 'live' | 'test' | null;
}

/** One HTTP delivery as it came in: the exact bytes, the headers, and the second it arrived (Unix time, in seconds). */
export interface Delivery {
  body: Buffer;
  headers: IncomingHttpHeaders;
  /** Value of the provider's signature header. */
  signature: string;
  now: number;
}

/** The event types of the specification ("Events"); adapters translate every native type into one of them. */
export const eventTypes = [
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'subscription.created',
  'subscription.updated',
  'subscription.canceled',
  'subscription.deleted',
  'invoice.payment_succeeded',
  'invoice.payment_failed',
  'checkout.session.completed',
  'order.paid',
] as const;
export type EventType = (typeof eventTypes)[number];

/** The specification's event envelope, with the provider's own id and time of the event. */
export interface WebhookEvent {
  /** The provider's event id; if it sends none, `sha256:` and the hex digest of the body. */
  id: string;
  /** null: a type that the specification doesn't know; it is stored and ignored. */
  type: EventType | null;
  nativeType: string | null;
  provider: string;
  /** ISO 8601 in UTC with up to six decimals, or null if the event has no usable time. */
  occurredAt: string | null;
  data: unknown;
  rawEvent: unknown;
}

/** The account and mode of an event, or those that we accept, as far as they are known. */
export type Origin = Partial<ProviderAccount>;

/** How often a plan, or a subscription, is paid. */
export const checkoutIntervals = ['month', 'year', 'one_time'] as const;
export type CheckoutInterval = (typeof checkoutIntervals)[number];
export const subscriptionIntervals = ['month', 'year'] as const satisfies CheckoutInterval[];

/** What a subscription is for. */
export interface PlanTerms {
  plan: string;
  interval: CheckoutInterval;
  /** Seats; absent: unchanged. */
  quantity?: number;
}

export interface PlanChange extends PlanTerms {
  kind: 'change_plan';
  /** Absent: charged at once, or nothing changes. `period_end`: not prorated; the next period has the new price. */
  since?: 'period_end';
  /** ISO 8601, the start of the prorated rest of the period; absent: when the call arrives. */
  prorationDate?: string;
}
