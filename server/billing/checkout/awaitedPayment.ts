import type { CheckoutSession } from '../../adapters/calls.ts';
import type { Subscription } from '../../database/generated/client.ts';
import type { Applying, With } from '../context.ts';
import { awaitsPayment } from '../records/subscription.ts';
import { refetchWithRetry } from '../sync/refetch.ts';
import { findAwaited } from './existingSubscription.ts';
import { type CheckoutRequest, choiceQuery } from './inputs.ts';

/**
 * The destination of a buyer while the first payment of a subscription is awaited: our page, which offers to wait for
 * it or to end it. null: none is awaited. Rejects when the provider is unavailable, because the payment may have
 * arrived.
 */
export async function awaitedPayment(
  billing: Applying & With<'baseUrl'>,
  userId: string,
  request: CheckoutRequest,
): Promise<CheckoutSession | 'changed' | null> {
  const awaited = request.interval === 'one_time' ? null : await findAwaited(billing, userId);
  if (!awaited) return null;
  if (!(await stillAwaits(billing, awaited))) return 'changed';
  return {
    url: `${billing.baseUrl}/pending-payment?${choiceQuery(request)}`,
    sessionId: awaited.providerSubscriptionId,
  };
}

async function stillAwaits(
  billing: Applying,
  { id, provider, providerSubscriptionId }: Subscription,
): Promise<boolean> {
  const adapter = billing.adapters.get(provider);
  if (!adapter) return false;
  await refetchWithRetry(billing, adapter, providerSubscriptionId);
  const now = await billing.database.prisma.subscription.findUnique({ where: { id } });
  return now !== null && awaitsPayment(now);
}
