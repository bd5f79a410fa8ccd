import { Books } from './core/books.ts';
import type { About, Dialect, IdKind, Message } from './dialects/dialect.ts';
import { dialectNamed } from './dialects/index.ts';
import { type Fact, type FactRecords, type FactType, putRecords, recordsOf } from './facts.ts';

export type { Fact, FactSubscription, FactType } from './facts.ts';
export { factTypes } from './facts.ts';

/** The body of the company's webhook for a fact. Pure; throws for an unknown dialect. */
export function wordEvent(dialectName: string, fact: Fact): object {
  const { id, at } = fact;
  const name = nameOf(dialectNamed(dialectName), fact);
  return wrapEvent(dialectName, { id, at, name, object: wordObject(dialectName, fact) });
}

/** The object in that webhook: the customer, subscription, payment or checkout at the time of the fact. */
export function wordObject(dialectName: string, fact: Fact): object {
  const dialect = dialectNamed(dialectName);
  return objectOf(dialect, fact, nameOf(dialect, fact));
}

/** An id in the company's format, the same for the same words. */
export function derivedId(dialectName: string, kind: IdKind, words: string): string {
  return dialectNamed(dialectName).newId(kind, `${kind} ${words}`);
}

/** The body of a webhook with any object. */
export function wrapEvent(dialectName: string, message: Message): object {
  return dialectNamed(dialectName).envelope(message);
}

function nameOf({ eventNames }: Dialect, { name, type }: Fact): string {
  return name ?? eventNames[type] ?? type;
}

export interface ToSign {
  /** The exact body that is sent. */
  body: string;
  eventId: string;
  secret: string;
  /** Absent: the company's default header. */
  signatureHeader?: string;
  /** Unix time in seconds; absent: now. */
  sentAt?: number;
}

/** The headers of the company's webhook, including its signature. */
export function signEvent(dialectName: string, { sentAt, signatureHeader, ...given }: ToSign): Record<string, string> {
  const dialect = dialectNamed(dialectName);
  return dialect.headers({
    ...given,
    sentAt: sentAt ?? Math.floor(Date.now() / 1000),
    signatureHeader: signatureHeader ?? dialect.signatureHeader,
  });
}

function objectOf(dialect: Dialect, fact: Fact, name: string): object {
  const records = recordsOf(fact);
  const options = { prices: [fact.price], secretKey: '' };
  const books = new Books(options, { directory: null, precisionMs: dialect.precisionMs });
  putRecords(books, records);
  return dialect.object(books, aboutOf(fact.type, records), name);
}

function aboutOf(type: FactType, { customer, subscription, invoice, checkout }: FactRecords): About {
  const [kind = ''] = type.split('.');
  if (kind === 'customer') return { kind, customer };
  if (kind === 'subscription' && subscription) return { kind, subscription };
  if (kind === 'invoice' && invoice) return { kind: 'payment', invoice, subscription };
  if (kind === 'checkout' && checkout) return { kind, checkout };
  if (kind === 'order' && checkout && invoice) return { kind: 'purchase', checkout, invoice };
  throw new Error(`A fact of type ${type} lacks what it is about`);
}
