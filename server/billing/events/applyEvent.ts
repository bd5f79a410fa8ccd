import type { Billing } from '../context.ts';
import { within } from '../within.ts';
import type { Applied } from './applyBatch.ts';
import type { ProviderEvent } from './event.ts';
import { applyWaiting } from './waiting.ts';

/** With the queue's deadline it stays below the 5 s in which a webhook is answered. */
const FOLLOW_UP_MS = 500;

/** Writes one event and does what its commit made possible. Resolves after the commit; rejects when nothing is sure. */
export async function applyEvent(billing: Billing, event: ProviderEvent): Promise<Applied> {
  const applied = await billing.queue.apply(event);
  await followUp(billing, applied);
  return applied;
}

/** The event is committed: what can't be done for others now goes on, or is left for the sweep, and never fails its answer. */
export async function followUp(billing: Billing, { refetch, pendingLinks }: Applied): Promise<void> {
  if (refetch) billing.onRefetch();
  if (pendingLinks.length === 0) return;
  try {
    await within(FOLLOW_UP_MS, applyWaiting(billing, pendingLinks));
  } catch (error) {
    billing.log.error({ err: error, ids: pendingLinks.map(({ id }) => id) }, 'Waiting events were left for the sweep');
  }
}
