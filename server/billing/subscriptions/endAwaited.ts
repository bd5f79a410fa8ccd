import type { Adapter } from '../../adapters/adapter.ts';
import type { Subscription } from '../../database/generated/client.ts';
import { AppError } from '../../errors.ts';
import type { Applying, BillingUser, With } from '../context.ts';
import { countCall } from '../countCall.ts';
import { permit } from '../permit.ts';
import { AWAITS_PAYMENT, awaitsPayment } from '../records/subscription.ts';
import { levelOf, refetchWithRetry } from '../sync/refetch.ts';
import { refundSettled } from './duplicates/readBought.ts';

/**
 * Ends a subscription whose first payment has not arrived, so that another can be bought. The provider is asked first:
 * a subscription that has since been paid continues. Throws AppError: forbidden, unknown_user, no_subscription,
 * change_not_possible, too_many_requests, internal.
 */
export async function endAwaited(
  billing: Applying & With<'announce' | 'callLimits'>,
  user: BillingUser,
  subscriptionId: string,
): Promise<void> {
  permit(user, 'write');
  const { subscription } = billing.database.prisma;
  const awaited = await subscription.findFirst({ where: { id: subscriptionId, userId: user.id, ...AWAITS_PAYMENT } });
  const adapter = awaited ? billing.adapters.get(awaited.provider) : undefined;
  if (!awaited || !adapter) throw new AppError('no_subscription');
  await countCall(billing, 'change', user);
  if (!awaitsPayment(await readAgain(billing, adapter, awaited))) throw new AppError('change_not_possible');
  await adapter.changeSubscription(awaited.providerSubscriptionId, { kind: 'cancel_now' });
  await giveBack(billing, awaited);
  await readAgain(billing, adapter, awaited).catch((error: unknown) => {
    billing.log[levelOf(error)]({ err: error, subscriptionId }, 'It was ended; its webhook brings the result');
  });
  billing.announce(user.id);
}

async function readAgain(billing: Applying, adapter: Adapter, { id, providerSubscriptionId }: Subscription) {
  await refetchWithRetry(billing, adapter, providerSubscriptionId);
  return billing.database.prisma.subscription.findUniqueOrThrow({ where: { id } });
}

/** A payment may have come in the very moment of the end. */
async function giveBack(billing: With<'adapters' | 'database' | 'log'>, ended: Subscription): Promise<void> {
  try {
    await refundSettled(billing, ended, 'awaited');
  } catch (error) {
    billing.log.error(
      { err: error, subscriptionId: ended.id },
      'A first payment may have arrived for a subscription that was ended',
    );
  }
}
