import type { Adapter, WebhookEvent, WebhookResult } from '../../adapters/adapter.ts';
import { changesRecords } from '../../adapters/returned.ts';
import { type EventInput, type ProviderEvent, toProviderEvent, type Verdict } from './event.ts';

type Rest = Pick<EventInput, 'body' | 'replay'>;

/** An event as the rules take it, with its verdict where none of them is asked. */
export function judgeEvent(
  { findsBuyersByAddress }: Adapter,
  { result, ...rest }: Rest & { event: WebhookEvent; result: WebhookResult | null },
): ProviderEvent {
  const verdict = verdictOf(result);
  // Of what failed or has an unknown type, nothing is taken.
  if (!result || result.error) return toProviderEvent({ ...rest, verdict });
  return toProviderEvent({ ...rest, result, findsBuyersByAddress, verdict });
}

/** Reads an event that we hold (of the ledger, of a session) as a delivery is read. */
export function readEvent(adapter: Adapter, event: WebhookEvent, rest: Rest): ProviderEvent {
  const result = adapter.processWebhookEvent(event);
  return judgeEvent(adapter, { event, result: changesRecords(event.type, result) ? result : null, ...rest });
}

function verdictOf(result: WebhookResult | null): Verdict | undefined {
  if (!result) return { outcome: 'ignored', reason: 'unknown type' };
  if (result.error) return { outcome: 'failed', error: result.error };
  const { customer, subscription, payment, paymentUpdate } = result;
  const applies = customer ?? subscription ?? payment ?? paymentUpdate;
  const reason = result.ignored ?? (applies ? undefined : 'nothing to apply');
  return reason === undefined ? undefined : { outcome: 'ignored', reason };
}
