import type { Books } from '../core/books.ts';
import type { Occurrence } from '../core/occurrences.ts';
import type { Checkout, Customer, Invoice, Subscription } from '../core/records.ts';
import type { FactType } from '../facts.ts';

export type IdKind =
  | 'customer'
  | 'card'
  | 'checkout'
  | 'portal'
  | 'subscription'
  | 'item'
  | 'invoice'
  | 'line'
  | 'payment'
  | 'charge'
  | 'refund'
  | 'dispute'
  | 'coupon'
  | 'code'
  | 'schedule'
  | 'event'
  | 'endpoint'
  | 'price'
  | 'product'
  | 'clock';

/** One webhook in the company's format. `id` comes from `newId('event')`; `body` is sent as JSON. */
export interface NativeEvent {
  id: string;
  type: string;
  body: object;
}

/** What one webhook is about. */
export type About =
  | { kind: 'customer'; customer: Customer }
  | { kind: 'subscription'; subscription: Subscription }
  | { kind: 'payment'; invoice: Invoice; subscription: Subscription | null }
  | { kind: 'checkout'; checkout: Checkout }
  /** A one-time purchase, without a subscription. */
  | { kind: 'purchase'; checkout: Checkout; invoice: Invoice };

/** A webhook's content without the company's envelope. */
export interface Message {
  id: string;
  /** Unix milliseconds. */
  at: number;
  /** The company's name for the event. */
  name: string;
  object: object;
}

export interface Outgoing {
  /** The exact body that is sent. */
  body: string;
  eventId: string;
  /** Real Unix time in seconds. */
  sentAt: number;
  secret: string;
  /** The name of the signature header. */
  signatureHeader: string;
}

/**
 * The interface between the company and a protocol. The core decides what happens (`core/`: who buys, renews, fails,
 * cancels, and when) and knows no wire format; a dialect renders it from the company's books alone. To add one, create
 * a folder here that exports one `Protocol` (protocol.ts: a dialect with its API) and name it in `dialects/index.ts`:
 *
 * - `events` turns one `Occurrence` (core/occurrences.ts, each a business action with its records) into the
 *   webhooks that the company sends for it, in its order: a first purchase (`checkout_completed`) is five events in
 *   one protocol and three or nine in another. Return [] when the company sends no webhook. Bodies are rendered once
 *   and stored, so every retry sends the same bytes. Read times from the records and from `company.clock`.
 * - `eventNames`, `object` and `envelope` render one event without an occurrence (wordEvent.ts).
 * - `headers` returns the signature headers. It runs for every attempt.
 * - Fields that only one company has are stored in the record's `extra`.
 *
 * Nothing is shared with the service under test: the signature code is deliberately written a second time here.
 */
export interface Dialect {
  readonly name: string;
  /** The default name of the signature header. */
  readonly signatureHeader: string;
  /** The company's own name of that header, and the name by which people know the company. */
  readonly company: { name: string; signatureHeader: string };
  /** Resolution of event times, in ms: 1000 for whole seconds. */
  readonly precisionMs: number;
  /** The company's retry schedule for webhooks, compressed. */
  readonly repeatDelaysMs: readonly number[];
  /** The company disables an endpoint after this many failed events in a row; absent: never. */
  readonly disableAfter?: number;
  /** Days between the attempts to collect a failed renewal; after the last attempt the subscription ends. */
  readonly dunningDays: readonly number[];
  /** With `words`, the same id for the same ones. */
  newId(kind: IdKind, words?: string): string;
  /** Which response statuses to a webhook count as success. */
  isDelivered(status: number): boolean;
  headers(outgoing: Outgoing): Record<string, string>;
  events(company: Books, occurrence: Occurrence): NativeEvent[];
  /** The company's event names; a type that isn't listed keeps its own name. */
  readonly eventNames: Partial<Record<FactType, string>>;
  /** A record in the company's format, as an event with this name contains it. */
  object(books: Books, about: About, name: string): object;
  /** The body of a webhook. */
  envelope(message: Message): object;
  /** Where the browser goes after payment: `checkout.successUrl` with placeholders replaced or parameters appended. */
  successUrl(company: Books, checkout: Checkout): string;
  /** Finds the customer when the checkout names none; absent or undefined: a new customer is created. */
  findBuyer?(company: Books, checkout: Checkout, email: string): Customer | undefined;
  /** Throws a Refusal for a buyer who may not use this checkout. */
  refuseBuyer?(company: Books, checkout: Checkout, email: string): void;
  /** The trial days that this buyer gets; absent: those of the checkout. */
  trialDays?(company: Books, checkout: Checkout, email: string): number;
  /** Shops can create invoices besides the plan, void them and mark them uncollectible. */
  readonly handlesInvoices?: true;
  /** Its checkouts accept bank debits, whose first payment arrives days later. */
  readonly takesBankDebits?: boolean;
  /** false: the company's own portal offers no plan changes. */
  readonly portalSwitchesPlans?: boolean;
  /** The JSON body of the company's errors 500 and 429. */
  faultBody?(status: 429 | 500): object;
  /** Headers of a 429 response, in addition to `retry-after`. */
  readonly limitHeaders?: Record<string, string>;
  /** The only supported API version, by the company's name for it. */
  readonly version: string;
  /** The header for the API version in requests and responses; absent: the company has none. */
  readonly versionHeader?: string;
  /**
   * The thin body of a webhook, which names its object instead of including it; absent: the company has no thin events.
   */
  thin?(event: NativeEvent, at: number): object | null;
}
