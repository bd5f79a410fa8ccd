import type { Adapter, WebhookEvent, WebhookResult } from '../../adapters/adapter.ts';
import { type EventWrite, toEventWrite, type WriteInput } from './eventWrite.ts';

/** What an adapter makes of an event, as the row to write. */
export function processEvent(
  adapter: Adapter,
  event: WebhookEvent,
  rest: Pick<WriteInput, 'body' | 'replay'>,
): EventWrite {
  if (event.type === null) return toEventWrite({ event, ...rest, preset: 'ignored', reason: 'unknown type' });
  const { findsBuyersByAddress } = adapter;
  const result = adapter.processWebhookEvent(event);
  if (result.error) return toEventWrite({ event, ...rest, preset: 'failed', error: result.error });
  const reason = result.ignored ?? (isEmpty(result) ? 'nothing to apply' : undefined);
  return toEventWrite({
    event,
    ...rest,
    result,
    findsBuyersByAddress,
    ...(reason ? { preset: 'ignored' as const, reason } : {}),
  });
}

function isEmpty({ customer, subscription, payment }: WebhookResult): boolean {
  return !customer && !subscription && !payment;
}
