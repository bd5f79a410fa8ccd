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

/** One webhook as the company words it. `id` comes from `newId('event')`; `body` is sent as JSON. */
export interface NativeEvent {
  id: string;
  type: string;
  body: object;
}

/** What one webhook shows. */
export type About =
  | { kind: 'customer'; customer: Customer }
  | { kind: 'subscription'; subscription: Subscription }
  | { kind: 'payment'; invoice: Invoice; subscription: Subscription | null }
  | { kind: 'checkout'; checkout: Checkout }
  /** One time, without a subscription. */
  | { kind: 'purchase'; checkout: Checkout; invoice: Invoice };

/** A webhook's content before the company's envelope is around it. */
export interface Message {
  id: string;
  /** Unix milliseconds. */
  at: number;
  /** The company's name for the event. */
  name: string;
  object: object;
}

export interface Outgoing {
  /** The exact text that is sent. */
  body: string;
  eventId: string;
  /** Real Unix time in seconds. */
  sentAt: number;
  secret: string;
  /** The name under which the signature goes out. */
  signatureHeader: string;
}

/**
 * The seam between the company and a protocol. The core decides what happens (`core/`: who buys, renews, fails,
 * cancels, and when) and knows no wire format; a dialect words it, from the company's books alone. To add one, make a
 * folder here that exports one `Protocol` (protocol.ts: a dialect with its API) and name it in `dialects/index.ts`:
 *
 * - `events` turns one `Occurrence` (core/occurrences.ts, each a business action with its records) into the
 *   webhooks that the company sends for it, in its order: a first purchase (`checkout_completed`) is five events in
 *   one protocol and three or nine in another. Return [] for what the company keeps to itself. Bodies are rendered
 *   once and kept, so every repeat sends the same bytes. Read times from the records and from `company.clock`.
 * - `eventNames`, `object` and `envelope` word one event that is told without an occurrence (wordEvent.ts).
 * - `headers` signs. It runs for every attempt.
 * - What only one company knows of a record goes into that record's `extra`.
 *
 * Nothing is shared with the service under test: signatures are written here a second time on purpose.
 */
export interface Dialect {
  readonly name: string;
  /** Where the signature travels, unless the shop wants it elsewhere. */
  readonly signatureHeader: string;
  /** The finest step of event times, in ms: 1000 where events carry whole seconds. */
  readonly precisionMs: number;
  /** The company's repeat schedule, compressed. */
  readonly repeatDelaysMs: readonly number[];
  /** After so many events in a row that were given up, the company sends nothing until it is told to; absent: never. */
  readonly disableAfter?: number;
  /** Days between the attempts to collect a failed renewal; after the last one the subscription ends. */
  readonly dunningDays: readonly number[];
  newId(kind: IdKind): string;
  /** Which answers to a webhook count as received. */
  isDelivered(status: number): boolean;
  headers(outgoing: Outgoing): Record<string, string>;
  events(company: Books, occurrence: Occurrence): NativeEvent[];
  /** What the company calls an event of a type; one that isn't here has the type's own name. */
  readonly eventNames: Partial<Record<FactType, string>>;
  /** A record in the company's words, as an event of this name shows it. */
  object(books: Books, about: About, name: string): object;
  /** The body of a webhook. */
  envelope(message: Message): object;
  /** Where the browser goes after paying: `checkout.successUrl` with what the company fills in or appends. */
  successUrl(company: Books, checkout: Checkout): string;
  /** Who buys, when the checkout names no customer; absent or undefined: a new customer. */
  findBuyer?(company: Books, checkout: Checkout, email: string): Customer | undefined;
  /** Throws a Refusal for somebody to whom this checkout sells nothing. */
  refuseBuyer?(company: Books, checkout: Checkout, email: string): void;
  /** Days of trial that the one who pays gets; absent: those of the checkout. */
  trialDays?(company: Books, checkout: Checkout, email: string): number;
  /** Shops bill what they like besides subscriptions, and write single bills off. */
  readonly handlesInvoices?: true;
  /** Its checkouts take bank debits, whose first payment comes days later. */
  readonly takesBankDebits?: boolean;
  /** false: the company's own portal offers no other plans. */
  readonly portalSwitchesPlans?: boolean;
  /** The JSON with which the company answers when it fails (500) or is asked too often (429). */
  faultBody?(status: 429 | 500): object;
  /** Besides `retry-after`, what an answer of 429 carries. */
  readonly limitHeaders?: Record<string, string>;
  /** The one version of its API that is spoken, by the company's own name for it. */
  readonly version: string;
  /** Where a call may name the version that it wants, and an answer says it; absent: the company has no such header. */
  readonly versionHeader?: string;
  /** The body of a webhook that names its object instead of showing it; absent: the company has no such thing. */
  thin?(event: NativeEvent, at: number): object | null;
}
