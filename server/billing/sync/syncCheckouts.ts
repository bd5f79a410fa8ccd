import type { Adapter } from '../../adapters/adapter.ts';
import type { Checkout } from '../../database/generated/client.ts';
import type { Applying, With } from '../context.ts';
import { ASKED_MS } from '../deadlines.ts';
import { applyEvent } from '../events/applyEvent.ts';
import { readEvent, readUnsigned } from '../events/judgeEvent.ts';
import { levelOf, refetchWithRetry, SNAPSHOT_TYPE } from './refetch.ts';

/** A checkout that may have been paid without our knowing. */
export const unfinishedCheckout = () => ({
  completedAt: null,
  endedAt: null,
  sessionId: { not: null },
  createdAt: { gt: new Date(Date.now() - ASKED_MS) },
});

/**
 * Makes up for missing webhooks: asks the provider about the user's unfinished checkouts and applies the purchases of
 * paid ones. Resolves to the number of checkouts that turned out paid; rejects when the provider is unavailable.
 */
export async function syncCheckouts(billing: Applying, userId: string): Promise<number> {
  const unfinished = await billing.database.prisma.checkout.findMany({
    where: { ...unfinishedCheckout(), userId },
    orderBy: { createdAt: 'desc' },
    take: 5,
  });
  const paid = await Promise.all(unfinished.map((checkout) => syncCheckout(billing, checkout)));
  return paid.filter(Boolean).length;
}

async function syncCheckout(billing: Applying, { id, provider, sessionId }: Checkout): Promise<boolean> {
  const adapter = billing.adapters.get(provider);
  if (!adapter || !sessionId) return false;
  const snapshot = await adapter.fetchCheckout(sessionId);
  if (snapshot.state !== 'complete') return false;
  const { event: told, body } = readUnsigned(adapter, JSON.stringify(snapshot.completion));
  const event = { ...told, id: `snapshot:${sessionId}`, nativeType: SNAPSHOT_TYPE };
  await applyEvent(billing, await readEvent(adapter, event, { body }));
  await markCompleted(billing, id);
  const { subscription } = event.type ? adapter.processWebhookEvent(event) : {};
  if (subscription) await readDetails(billing, adapter, subscription.providerSubscriptionId);
  return true;
}

/** Its event closed it, unless the event was unusable; it must not be reported again and again. */
async function markCompleted({ database }: With<'database'>, id: string): Promise<void> {
  const data = { completedAt: new Date(), openKey: null };
  await database.prisma.checkout.updateMany({ where: { id, completedAt: null }, data });
}

/** The record exists by now; a webhook may even have changed it in the meantime. */
async function readDetails(billing: Applying, adapter: Adapter, providerSubscriptionId: string): Promise<void> {
  try {
    await refetchWithRetry(billing, adapter, providerSubscriptionId);
  } catch (error) {
    billing.log[levelOf(error)](
      { err: error, providerSubscriptionId },
      'A finished checkout was made up for without its details',
    );
  }
}
