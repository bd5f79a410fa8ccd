import type { Adapter, WebhookEvent, WebhookResult } from '../../adapters/adapter.ts';
import { saysSomething } from '../../adapters/returned.ts';
import { type EventInput, type ProviderEvent, toProviderEvent, type Verdict } from './event.ts';

type Rest = Pick<EventInput, 'body' | 'replay'>;

/** An event in the rules' terms, with its outcome if no rule is needed. */
export function judgeEvent(
  { findsBuyersByAddress }: Adapter,
  { result, ...rest }: Rest & { event: WebhookEvent; result: WebhookResult | null },
): ProviderEvent {
  const verdict = verdictOf(result);
  // Nothing is taken from an event that failed or has an unknown type.
  if (!result || result.error) return toProviderEvent({ ...rest, verdict });
  return toProviderEvent({ ...rest, result, findsBuyersByAddress, verdict });
}

interface ReadResult {
  event: WebhookEvent;
  /** null: events of this type change no record. */
  result: WebhookResult | null;
}

export interface UnsignedEvent {
  event: WebhookEvent;
  /** Its JSON, in UTF-8. */
  body: Buffer;
}

/** An event that no signature comes with: what the ledger keeps, or what the company answered when it was asked. */
export function readUnsigned(
  adapter: Pick<Adapter, 'toEvent'>,
  json: string,
  headers: Record<string, string> = {},
): UnsignedEvent {
  const body = Buffer.from(json);
  return { event: adapter.toEvent({ body, headers, signature: '', now: 0 }, JSON.parse(json)), body };
}

/** Reads an event that we hold (of the ledger, of a session) as a delivery is read. Rejects as `expand` does. */
export async function readEvent(adapter: Adapter, event: WebhookEvent, rest: Rest): Promise<ProviderEvent> {
  return judgeEvent(adapter, { ...(await expand(adapter, tell(adapter, event))), ...rest });
}

function tell(adapter: Adapter, event: WebhookEvent): ReadResult {
  const result = adapter.processWebhookEvent(event);
  return { event, result: saysSomething(event.type, result) ? result : null };
}

/** Together with the provider's answer a webhook stays below the 5 s in which it is answered. */
const EXPAND_MS = 3_000;

/**
 * The full event; if it only references its object, the object is fetched from the provider. Rejects when the provider
 * is unavailable: the event is then neither applied nor acknowledged.
 */
export async function expand(adapter: Adapter, told: ReadResult): Promise<ReadResult> {
  if (!told.result?.isThin) return told;
  const whole = await adapter.expandEvent?.(told.event, { signal: AbortSignal.timeout(EXPAND_MS) });
  if (whole) return tell(adapter, whole);
  return { ...told, result: { error: 'the provider does not know what it names', warnings: [] } };
}

function verdictOf(result: WebhookResult | null): Verdict | undefined {
  if (!result) return { outcome: 'ignored', reason: 'unknown type' };
  if (result.error) return { outcome: 'failed', error: result.error };
  const { customer, subscription, payment, paymentUpdate } = result;
  const applies = customer ?? subscription ?? payment ?? paymentUpdate;
  const reason = result.ignored ?? (applies ? undefined : 'nothing to apply');
  return reason === undefined ? undefined : { outcome: 'ignored', reason };
}
