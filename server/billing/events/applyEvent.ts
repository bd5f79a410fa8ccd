import type { Applying } from '../context.ts';
import { within } from '../within.ts';
import type { Applied } from './applyBatch.ts';
import type { ProviderEvent } from './event.ts';
import { applyWaiting } from './waiting.ts';

/** Together with the queue's deadline this stays below the 5 s in which a webhook is answered. */
const FOLLOW_UP_MS = 500;

/**
 * Writes one event and does the follow-up work of its commit. Resolves after the commit; rejects when the outcome is
 * unknown.
 */
export async function applyEvent(billing: Applying, event: ProviderEvent): Promise<Applied> {
  const applied = await billing.queue.apply(event);
  await followUp(billing, applied);
  return applied;
}

/** The event is committed. Follow-up work that fails here is left to the sweep and never fails the answer. */
export async function followUp(billing: Applying, applied: Applied): Promise<void> {
  const { pendingLinks } = applied;
  if (applied.refetch) billing.onRefetch();
  if (pendingLinks.length === 0) return;
  try {
    await within(FOLLOW_UP_MS, applyWaiting(billing, applied));
  } catch (error) {
    billing.log.error({ err: error, ids: pendingLinks.map(({ id }) => id) }, 'Waiting events were left for the sweep');
  }
}
