import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../errors.ts';
import type { Adapter, Delivery, WebhookEvent, WebhookResult } from './adapter.ts';
import { saysSomething } from './returned.ts';

interface Incoming {
  body: Buffer;
  headers: IncomingHttpHeaders;
}

/** A verified and parsed delivery: the event, and what it says about records. */
export interface ReadDelivery {
  adapter: Adapter;
  event: WebhookEvent;
  /** null: events of this type change no record. */
  result: WebhookResult | null;
  /** JSON as UTF-8, without a byte order mark. */
  body: Buffer;
}

/** Unsigned requests are refused before their body is read. */
export function isSigned(adapters: Iterable<Adapter>, headers: IncomingHttpHeaders): boolean {
  return [...adapters].some(({ signatureHeader }) => typeof headers[signatureHeader] === 'string');
}

/**
 * Verifies a delivery's bytes and then parses them, in the specification's order ("POST /api/webhooks/payments"). The
 * first adapter for which the signature is valid reads it. Throws AppError: missing_signature, invalid_signature,
 * invalid_json.
 */
export function readDelivery(adapters: readonly Adapter[], incoming: Incoming): ReadDelivery {
  const { adapter, delivery } = verify(adapters, incoming);
  const { body, value } = parse(incoming.body);
  const event = adapter.toEvent(delivery, value);
  const result = adapter.processWebhookEvent(event);
  return { adapter, event, result: saysSomething(event.type, result) ? result : null, body };
}

interface Signed {
  adapter: Adapter;
  delivery: Delivery;
}

function verify(adapters: readonly Adapter[], { body, headers }: Incoming): Signed {
  const now = Math.floor(Date.now() / 1000);
  const signed = adapters.flatMap((adapter): Signed[] => {
    const signature = headers[adapter.signatureHeader];
    return typeof signature === 'string' ? [{ adapter, delivery: { body, headers, signature, now } }] : [];
  });
  if (signed.length === 0) throw new AppError('missing_signature');
  const valid = signed.find(({ adapter, delivery }) => adapter.validateWebhook(delivery));
  if (!valid) throw new AppError('invalid_signature');
  return valid;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** The value, and the body in the form to store. */
function parse(bytes: Buffer): { body: Buffer; value: unknown } {
  const marked = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  try {
    return { body: marked ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes, value: JSON.parse(utf8.decode(bytes)) };
  } catch (error) {
    throw new AppError('invalid_json', { cause: error });
  }
}
