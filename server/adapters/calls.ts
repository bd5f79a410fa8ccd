import type { IncomingHttpHeaders } from 'node:http';

/** No call to a provider takes longer, and no operation longer than nine eighths of it, however many calls it makes. */
export const CALL_TIMEOUT_MS = 8_000;

export interface CallOptions {
  /** Ends the call at once: it rejects with the signal's reason. */
  signal?: AbortSignal;
}

export interface ListOptions extends CallOptions {
  /** `nextCursor` of the page before; absent: the first page. */
  cursor?: string;
}

/** What buyers may type on the provider's page, where that is the shop's choice. */
export interface CheckoutOptions {
  discountCodes: boolean;
  /** The tax is computed, and companies may name their tax id. */
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

/** The provider's own present view of a checkout session. */
export type CheckoutSnapshot =
  /** It can still be paid, or is being paid. */
  | { state: 'open' }
  /** It was paid: `completion` is the parsed webhook that says so. */
  | { state: 'complete'; completion: Record<string, unknown> }
  | { state: 'ended' };

/** What concerns checkout sessions that were created earlier. */
export interface CheckoutCalls {
  /** One that the provider doesn't know has ended. */
  fetchCheckout(sessionId: string, options?: CallOptions): Promise<CheckoutSnapshot>;
  /** Ends an open session, so that nobody can pay it any more; rejects if it is not open. Absent: the provider ends none. */
  endCheckout?(sessionId: string, options?: CallOptions): Promise<void>;
}

/** What was charged for a subscription, as the company says now. */
export interface Charge {
  /** By which it is given back. */
  id: string;
  /** Tax included, in minor units. */
  amount: number;
  refunded: number;
  /** What can still be given back, as the company's call counts it. */
  left: number;
  /** Lower-case code. */
  currency: string;
  isSettled: boolean;
  isDisputed: boolean;
  /** ISO 8601; null: it does not say. */
  chargedAt: string | null;
}

/** What was paid, and giving it back. */
export interface ChargeCalls {
  /** Those that were more than nothing. */
  listCharges(subscription: { providerSubscriptionId: string; providerCustomerId: string }): Promise<Charge[]>;
  /** Gives back all that is left, tax included; nothing is ever given back twice. Rejects where nothing is left. */
  refundCharge(charge: Charge, idempotencyKey: string): Promise<void>;
}

export interface CustomerInput {
  userId: string;
  userEmail: string;
  /** The same key never makes a second customer, where the provider supports it. */
  idempotencyKey: string;
}

/** The provider's own present view of a customer. */
export interface ProviderCustomer {
  /** The provider still knows it, and says that it was deleted. */
  deleted: boolean;
}

/** A customer that the company has under an address. */
export interface FoundCustomer {
  providerCustomerId: string;
  /** Whom the company's own record names; null: nobody. */
  statedUserId: string | null;
}

/** What concerns customers that the company has already. */
export interface CustomerCalls {
  /** Those that are there now and have exactly this address. */
  findCustomers(email: string): Promise<FoundCustomer[]>;
  /** Writes our user's id on a customer that names nobody, where the company keeps one. */
  assignCustomer(providerCustomerId: string, userId: string): Promise<void>;
  /** Gives the customer another address; false: the company doesn't let us, or has it for another customer. */
  changeCustomerAddress(providerCustomerId: string, email: string): Promise<boolean>;
}

/** Whose key it is, as far as the company says; null: it does not say, or not with this key. */
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

/** The event types of the service's specification ("Events"); adapters translate every native type into one of them. */
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
  /** The provider's event id; where it sends none, `sha256:` and the hex digest of the body. */
  id: string;
  /** null: a type that the specification doesn't know; it is kept and ignored. */
  type: EventType | null;
  nativeType: string | null;
  provider: string;
  /** ISO 8601 in UTC with up to six decimals, or null where the event has no usable time. */
  occurredAt: string | null;
  data: unknown;
  rawEvent: unknown;
}

/** Whose an event is, as far as it says; or whose events we take, as far as that is known. */
export type Origin = Partial<ProviderAccount>;

/** An address that the company sends webhooks to. */
export interface WebhookEndpoint {
  url: string;
  enabled: boolean;
  /** By the company's names; null: all there are. */
  events: readonly string[] | null;
  /** The style of its bodies, in the company's word. */
  payload: string | null;
  /** The API's version that its bodies are of; null: the company doesn't say. */
  apiVersion: string | null;
}

/** What subscribers may do on the company's portal; null: the company has no setting for it. */
export interface PortalSettings {
  cancel: boolean | null;
  cardUpdate: boolean | null;
  planSwitch: boolean | null;
}

/** How the account behind the key is set up at the company, as far as it can be asked. Calls reject as the adapter's do. */
export interface Diagnosis {
  /** The company's name, for people. */
  readonly company: string;
  /** Where the company's dashboard shows them. */
  readonly places: { readonly webhooks: string; readonly portal: string };
  /** What brings the company's test events to an address of this machine, which stands as `{url}`. */
  readonly forwarder: string;
  /** All events that change something here, by the company's names. */
  readonly webhookEvents: readonly string[];
  /** The style of bodies to choose; null: the company has one style. */
  readonly payload: string | null;
  /** Another style that is read: the company is asked what each body names. */
  readonly thinPayload?: string;
  /** The API's version that this release was written for; null: the company numbers none. */
  readonly apiVersion: string | null;
  /** The header that the real company signs under; null: something else answers at the API's address. */
  readonly signatureHeader: string | null;
  /** ISO 8601; null: it doesn't say. */
  fetchClock(options?: CallOptions): Promise<string | null>;
  /** null: the company has no such call. */
  fetchEndpoints(options?: CallOptions): Promise<WebhookEndpoint[] | null>;
  /** null: the company has no such call. */
  fetchPortal(options?: CallOptions): Promise<PortalSettings | null>;
}

export interface Diagnosable {
  /** What `billing doctor` asks; absent: this provider can't be asked. */
  readonly diagnosis?: Diagnosis;
}

/** A run of `npm run test:real` that came to its end against the company's own test mode. */
export interface LastRun {
  /** A day, such as 2026-11-22. */
  at: string;
  apiVersion: string | null;
  /** How many steps the company answered otherwise than the sandbox. */
  differing: number;
}

/** How a plan can be paid, and a subscription. */
export const checkoutIntervals = ['month', 'year', 'one_time'] as const;
export type CheckoutInterval = (typeof checkoutIntervals)[number];
export const subscriptionIntervals = ['month', 'year'] as const satisfies CheckoutInterval[];

/** What a subscription is sold as. */
export interface PlanTerms {
  plan: string;
  interval: CheckoutInterval;
  /** Seats; absent: as many as it has. */
  quantity?: number;
}

export interface PlanChange extends PlanTerms {
  kind: 'change_plan';
  /** Absent: settled and charged at once, or nothing changes. `period_end`: unsettled; the next period is charged so. */
  since?: 'period_end';
  /** ISO 8601, from when the rest of the period is counted; absent: from when the call arrives. */
  prorationDate?: string;
}
