import type { Adapter, WebhookEvent, WebhookResult } from '../../adapters/adapter.ts';
import { isRefusal, sqlState } from '../../database/sqlState.ts';
import { AppError } from '../../errors.ts';
import type { Applying, With } from '../context.ts';
import type { LedgerRemark } from '../records/remark.ts';
import type { Applied, Outcome } from './applyBatch.ts';
import { applyEvent } from './applyEvent.ts';
import { type ProviderEvent, toProviderEvent } from './event.ts';
import { expand, judgeEvent } from './judgeEvent.ts';

interface VerifiedEvent {
  adapter: Adapter;
  event: WebhookEvent;
  result: WebhookResult | null;
  body: Buffer;
}

export interface Received {
  eventId: string;
  outcome: Outcome;
}

/** Resolves once the event is committed, or is known to change nothing. Throws AppError event_failed. */
export async function receiveEvent(billing: Applying & With<'onEvent'>, verified: VerifiedEvent): Promise<Received> {
  const { adapter, body } = verified;
  const { event, result } = await whole(billing, verified);
  const applied = await write(billing, event, judgeEvent(adapter, { event, result, body }));
  billing.onEvent?.(event, applied.outcome);
  if (applied.outcome === 'failed') throw failed(event, 'the event lacks what identifies its record');
  return { eventId: event.id, outcome: applied.outcome };
}

/** Most events contain their object and need no fetch. */
async function whole({ onEvent }: With<'onEvent'>, { adapter, event, result }: VerifiedEvent) {
  if (!result?.isThin) return { event, result };
  try {
    return await expand(adapter, { event, result });
  } catch (error) {
    onEvent?.(event, 'error');
    throw failed(event, error);
  }
}

async function write(billing: Applying & With<'onEvent'>, event: WebhookEvent, read: ProviderEvent): Promise<Applied> {
  try {
    return await applyEvent(billing, read);
  } catch (error) {
    billing.onEvent?.(event, isRefusal(error) ? 'failed' : 'error');
    if (isRefusal(error)) await keepAsFailed(billing, event, { body: read.body, error });
    throw failed(event, error);
  }
}

/** The database refuses a value: the event is stored without its records. */
async function keepAsFailed(
  billing: With<'log' | 'queue'>,
  event: WebhookEvent,
  { body, error }: { body: Buffer; error: unknown },
) {
  const reason: LedgerRemark = `the database refused it (${sqlState(error)})`;
  const refused = toProviderEvent({ event, body, verdict: { outcome: 'failed', error: reason } });
  try {
    await billing.queue.apply(refused);
  } catch (cause) {
    billing.log.error({ err: cause, eventId: event.id }, 'A failed event could not be recorded');
  }
}

function failed(event: WebhookEvent, cause: unknown): AppError {
  const name = event.type ?? event.nativeType ?? 'unknown';
  return new AppError('event_failed', { text: `Failed to process ${name} event`, cause, eventId: event.id });
}
