import type { Adapter } from '../../adapters/adapter.ts';
import type { Checkout } from '../../database/generated/client.ts';
import type { Billing } from '../context.ts';
import { applyEvent } from '../events/applyEvent.ts';
import { readEvent } from '../events/judgeEvent.ts';
import { levelOf, refetchSubscription, SNAPSHOT_TYPE } from './refetch.ts';

const LOOK_BACK_MS = 3 * 86_400_000;

/** One that may have been paid without our knowing. */
export const unfinishedCheckout = () => ({
  completedAt: null,
  sessionId: { not: null },
  createdAt: { gt: new Date(Date.now() - LOOK_BACK_MS) },
});

/**
 * Makes up for webhooks that have not come: asks the provider about the user's unfinished checkouts and applies
 * what a paid one brought. Resolves to the number of checkouts that turned out paid; rejects when the provider is away.
 */
export async function syncCheckouts(billing: Billing, userId: string): Promise<number> {
  const unfinished = await billing.database.prisma.checkout.findMany({
    where: { ...unfinishedCheckout(), userId },
    orderBy: { createdAt: 'desc' },
    take: 5,
  });
  let paid = 0;
  for (const checkout of unfinished) paid += (await syncCheckout(billing, checkout)) ? 1 : 0;
  return paid;
}

async function syncCheckout(billing: Billing, { provider, sessionId }: Checkout): Promise<boolean> {
  const adapter = billing.adapters.get(provider);
  if (!adapter || !sessionId) return false;
  const snapshot = await adapter.fetchCheckout(sessionId);
  if (snapshot.state !== 'complete') return false;
  const body = Buffer.from(JSON.stringify(snapshot.completion));
  const told = adapter.toEvent({ body, headers: {}, signature: '', now: 0 }, snapshot.completion);
  const event = { ...told, id: `snapshot:${sessionId}`, nativeType: SNAPSHOT_TYPE };
  await applyEvent(billing, readEvent(adapter, event, { body }));
  const { subscription } = event.type ? adapter.processWebhookEvent(event) : {};
  if (subscription) await readDetails(billing, adapter, subscription.providerSubscriptionId);
  return true;
}

/** The record is there by now; a webhook may even have changed it meanwhile. */
async function readDetails(billing: Billing, adapter: Adapter, providerSubscriptionId: string): Promise<void> {
  try {
    await refetchSubscription(billing, adapter, providerSubscriptionId);
  } catch (error) {
    billing.log[levelOf(error)](
      { err: error, providerSubscriptionId },
      'A finished checkout was made up for without its details',
    );
  }
}
