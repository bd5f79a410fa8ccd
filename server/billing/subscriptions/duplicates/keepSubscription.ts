import type { Subscription } from '../../../database/generated/client.ts';
import { withLease } from '../../../database/lease.ts';
import { AppError } from '../../../errors.ts';
import type { Applying, BillingUser, With } from '../../context.ts';
import { countCall } from '../../countCall.ts';
import { permit } from '../../permit.ts';
import { isRunning } from '../../records/subscription.ts';
import { refetchWithRetry } from '../../sync/refetch.ts';
import { ownersLease } from './lookAtOwner.ts';
import { renewingOf } from './readBought.ts';
import { closeReports } from './report.ts';

interface Choice {
  userId: string;
  /** Our id of the subscription to keep. */
  subscriptionId: string;
}

/**
 * The user keeps one of several subscriptions. Throws AppError: forbidden, unknown_user, no_subscription,
 * too_many_requests.
 */
export async function keepOwn(
  billing: Applying & With<'announce' | 'callLimits'>,
  user: BillingUser,
  subscriptionId: string,
): Promise<void> {
  permit(user, 'write');
  await countCall(billing, 'change', user);
  await keepSubscription(billing, { userId: user.id, subscriptionId });
}

/**
 * The others end at the end of their paid period; unpaid ones end now. Nothing is refunded. Throws AppError
 * no_subscription, and unavailable while a restored database recovers.
 */
export async function keepSubscription(
  billing: Applying & With<'announce'>,
  { userId, subscriptionId }: Choice,
): Promise<void> {
  if (billing.database.phase() !== 'open') throw new AppError('unavailable');
  const leased = await withLease(billing.database.jobPool, { name: ownersLease(userId) }, async () => {
    const live = await renewingOf(billing, userId);
    if (!live.some(({ id }) => id === subscriptionId)) throw new AppError('no_subscription');
    for (const other of live) if (other.id !== subscriptionId) await end(billing, other);
    await closeReports(billing, userId);
  });
  if (!leased.held) throw new AppError('unavailable');
  billing.announce(userId);
}

async function end(billing: Applying, { provider, providerSubscriptionId, status }: Subscription): Promise<void> {
  const adapter = billing.adapters.get(provider);
  if (!adapter) throw new AppError('no_subscription');
  const kind = isRunning(status) ? 'cancel_at_period_end' : 'cancel_now';
  await adapter.changeSubscription(providerSubscriptionId, { kind });
  await refetchWithRetry(billing, adapter, providerSubscriptionId).catch((error: unknown) => {
    billing.log.info({ err: error, providerSubscriptionId }, 'The change was made; its webhook brings the result');
  });
}
