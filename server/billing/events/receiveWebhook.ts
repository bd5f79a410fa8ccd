import type { IncomingHttpHeaders } from 'node:http';
import type { Adapter, Delivery, WebhookEvent } from '../../adapters/adapter.ts';
import { isRefusal, sqlState } from '../../database/sqlState.ts';
import { AppError } from '../../errors.ts';
import type { Billing } from '../context.ts';
import type { Applied, Outcome } from './applyBatch.ts';
import { applyEvent } from './applyEvent.ts';
import { type ProviderEvent, toProviderEvent } from './event.ts';
import { processEvent } from './processEvent.ts';

interface Incoming {
  body: Buffer;
  headers: IncomingHttpHeaders;
}

export interface Received {
  eventId: string;
  outcome: Outcome;
}

interface Signed {
  adapter: Adapter;
  delivery: Delivery;
}

/**
 * One delivery, from bytes to records, in the specification's order ("POST /api/webhooks/payments").
 * Resolves once what it says is committed. Throws AppError: missing_signature, invalid_signature, invalid_json, event_failed.
 */
export async function receiveWebhook(billing: Billing, incoming: Incoming): Promise<Received> {
  const { adapter, delivery } = authenticate(billing, incoming);
  const parsed = parse(incoming.body);
  const event = adapter.toEvent(delivery, parsed.value);
  const applied = await write(billing, event, processEvent(adapter, event, { body: parsed.body }));
  billing.onEvent?.(event, applied.outcome);
  if (applied.outcome === 'failed') throw failed(event, 'the event lacks what identifies its record');
  return { eventId: event.id, outcome: applied.outcome };
}

function authenticate({ adapter: active, adapters }: Billing, { body, headers }: Incoming): Signed {
  const accepted = [active, ...[...adapters.values()].filter((adapter) => adapter !== active)];
  const now = Math.floor(Date.now() / 1000);
  const signed = accepted.flatMap((adapter): Signed[] => {
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

/** The value, and the body as it is to be kept. */
function parse(bytes: Buffer): { body: Buffer; value: unknown } {
  const marked = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  try {
    return { body: marked ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes, value: JSON.parse(utf8.decode(bytes)) };
  } catch (error) {
    throw new AppError('invalid_json', { cause: error });
  }
}

async function write(billing: Billing, event: WebhookEvent, read: ProviderEvent): Promise<Applied> {
  try {
    return await applyEvent(billing, read);
  } catch (error) {
    billing.onEvent?.(event, isRefusal(error) ? 'failed' : 'error');
    if (isRefusal(error)) await keepAsFailed(billing, event, { body: read.body, error });
    throw failed(event, error);
  }
}

/** A value that the database refuses: the event is kept without what was made of it. */
async function keepAsFailed(billing: Billing, event: WebhookEvent, { body, error }: { body: Buffer; error: unknown }) {
  const reason = `the database refused it (${sqlState(error)})`;
  const refused = toProviderEvent({ event, body, verdict: { outcome: 'failed', error: reason } });
  try {
    await billing.queue.apply(refused);
  } catch (cause) {
    billing.log.error({ err: cause, eventId: event.id }, 'A failed event could not be kept');
  }
}

function failed(event: WebhookEvent, cause: unknown): AppError {
  const name = event.type ?? event.nativeType ?? 'unknown';
  return new AppError('event_failed', { text: `Failed to process ${name} event`, cause, eventId: event.id });
}
