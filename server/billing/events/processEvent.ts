import type { Adapter, WebhookEvent, WebhookResult } from '../../adapters/adapter.ts';
import { type EventInput, type ProviderEvent, toProviderEvent } from './event.ts';

/** What an adapter makes of an event, for the rules. */
export function processEvent(
  adapter: Adapter,
  event: WebhookEvent,
  rest: Pick<EventInput, 'body' | 'replay'>,
): ProviderEvent {
  const ignored = (reason: string) => ({ verdict: { outcome: 'ignored' as const, reason } });
  if (event.type === null) return toProviderEvent({ event, ...rest, ...ignored('unknown type') });
  const { findsBuyersByAddress } = adapter;
  const result = adapter.processWebhookEvent(event);
  if (result.error) {
    return toProviderEvent({ event, ...rest, verdict: { outcome: 'failed', error: result.error } });
  }
  const reason = result.ignored ?? (isEmpty(result) ? 'nothing to apply' : undefined);
  const read = { event, ...rest, result, findsBuyersByAddress };
  return toProviderEvent({ ...read, ...(reason === undefined ? {} : ignored(reason)) });
}

function isEmpty({ customer, subscription, payment }: WebhookResult): boolean {
  return !customer && !subscription && !payment;
}
