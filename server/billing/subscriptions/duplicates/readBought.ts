import type { Adapter } from '../../../adapters/adapter.ts';
import type { Charge } from '../../../adapters/calls.ts';
import type { Checkout, Subscription } from '../../../database/generated/client.ts';
import type { Applying, With } from '../../context.ts';
import { readUnsigned } from '../../events/judgeEvent.ts';
import { RENEWS } from '../../records/duplicate.ts';
import { recordId } from '../../records/recordId.ts';
import { refetchWithRetry } from '../../sync/refetch.ts';
import { syncCheckouts } from '../../sync/syncCheckouts.ts';
import type { Bought } from './judge.ts';

/** Those that will be charged again, oldest first. */
export function renewingOf({ database }: With<'database'>, userId: string): Promise<Subscription[]> {
  return database.prisma.subscription.findMany({
    where: { userId, ...RENEWS },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
}

/**
 * Each one's current state at the provider. Rejects when the provider is unavailable, or the record changed in the
 * meantime.
 */
export async function readAfresh(billing: Applying, subscriptions: readonly Subscription[]): Promise<void> {
  for (const { provider, providerSubscriptionId } of subscriptions) {
    const adapter = billing.adapters.get(provider);
    if (adapter) await refetchWithRetry(billing, adapter, providerSubscriptionId);
  }
}

export async function readCheckouts(billing: Applying, userId: string): Promise<Checkout[]> {
  await syncCheckouts(billing, userId);
  const { checkout } = billing.database.prisma;
  const all = await checkout.findMany({ where: { userId, interval: { not: 'one_time' } } });
  return Promise.all(all.map((one) => withSubscription(billing, one)));
}

/** The subscription of a completed checkout, if its event did not name it. */
async function withSubscription(billing: With<'adapters' | 'database'>, row: Checkout): Promise<Checkout> {
  const adapter = billing.adapters.get(row.provider);
  if (!adapter || !row.completedAt || row.subscriptionId || !row.sessionId) return row;
  const snapshot = await adapter.fetchCheckout(row.sessionId);
  if (snapshot.state !== 'complete') return row;
  const { event } = readUnsigned(adapter, JSON.stringify(snapshot.completion));
  const { providerSubscriptionId } = adapter.processWebhookEvent(event).subscription ?? {};
  if (!providerSubscriptionId) return row;
  const subscriptionId = recordId('subscription', row.provider, providerSubscriptionId);
  return billing.database.prisma.checkout.update({ where: { id: row.id }, data: { subscriptionId } });
}

export function boughtBy(checkouts: readonly Checkout[], subscription: Subscription): Bought {
  return { subscription, checkout: checkouts.find(({ subscriptionId }) => subscriptionId === subscription.id) ?? null };
}

/** Its charges, including disputes that only our records know. */
export async function chargesOf(billing: With<'adapters' | 'database'>, subscription: Subscription): Promise<Charge[]> {
  const { providerSubscriptionId, customerId, id } = subscription;
  const { customer, payment } = billing.database.prisma;
  const adapter = adapterOf(billing, subscription);
  const owner = customerId ? await customer.findUnique({ where: { id: customerId } }) : null;
  const providerCustomerId = owner?.providerCustomerId ?? '';
  const charges = await adapter.listCharges({ providerSubscriptionId, providerCustomerId });
  const isDisputed = (await payment.count({ where: { subscriptionId: id, disputed: true } })) > 0;
  return charges.map((charge) => (isDisputed ? { ...charge, isDisputed } : charge));
}

/**
 * Refunds what is left of the settled charges, and resolves to them. Amounts that the payer's bank reclaims in the
 * meantime are not refunded as well. `why` starts the idempotency keys.
 */
export async function refundSettled(
  billing: With<'adapters' | 'database'>,
  subscription: Subscription,
  why: 'awaited' | 'duplicate',
): Promise<Charge[]> {
  const charges = await chargesOf(billing, subscription);
  const settled = charges.filter(({ isSettled, isDisputed }) => isSettled && !isDisputed);
  for (const charge of settled.filter(({ left }) => left > 0)) {
    await adapterOf(billing, subscription).refundCharge(charge, `${why}-${subscription.id}-${charge.id}`);
  }
  return settled;
}

function adapterOf({ adapters }: With<'adapters'>, { provider }: Subscription): Adapter {
  const adapter = adapters.get(provider);
  if (!adapter) throw new Error(`Provider ${provider} is not set up`);
  return adapter;
}
