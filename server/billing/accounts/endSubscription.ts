import type { Subscription } from '../../database/generated/client.ts';
import type { Applying } from '../context.ts';
import { hasEnded } from '../records/subscription.ts';
import { refetchWithRetry } from '../sync/refetch.ts';

/** Rejects unless the provider confirms the end; a cancellation of an already canceled subscription is no failure. */
export async function endSubscription(billing: Applying, subscription: Subscription): Promise<void> {
  const { id, provider, providerSubscriptionId } = subscription;
  const adapter = billing.adapters.get(provider);
  if (!adapter) throw new Error(`Provider ${provider} is not set up`);
  const canceled = await adapter.changeSubscription(providerSubscriptionId, { kind: 'cancel_now' }).then(
    () => true,
    (error: unknown) => {
      billing.log.warn({ err: error, subscriptionId: id }, 'A subscription could not be canceled for a deletion');
      return false;
    },
  );
  const read = refetchWithRetry(billing, adapter, providerSubscriptionId);
  if (canceled) return void (await read.catch(() => {}));
  await read;
  const { status } = await billing.database.prisma.subscription.findUniqueOrThrow({ where: { id } });
  if (!hasEnded(status)) throw new Error('The subscription has not ended');
}
