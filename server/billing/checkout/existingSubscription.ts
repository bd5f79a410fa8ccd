import type { Prisma } from '../../database/client.ts';
import type { Subscription } from '../../database/generated/client.ts';
import type { Billing } from '../context.ts';
import type { CheckoutRequest } from './inputs.ts';

/** A one-time purchase goes with any subscription. */
export async function findExisting(
  billing: Billing,
  userId: string,
  { interval }: Pick<CheckoutRequest, 'interval'>,
): Promise<Subscription | null> {
  return interval === 'one_time' ? null : findLiveSubscription(billing, userId);
}

/** Subscriptions that run, are owed money, or are paused: buying again would charge twice. */
export function liveSubscriptions(userId: string): Prisma.SubscriptionWhereInput {
  return {
    userId,
    OR: [{ status: { in: ['active', 'trialing', 'past_due'] } }, { nativeStatus: 'paused', status: 'incomplete' }],
  };
}

export function findLiveSubscription({ database }: Billing, userId: string): Promise<Subscription | null> {
  return database.prisma.subscription.findFirst({
    where: liveSubscriptions(userId),
    orderBy: { updatedAt: 'desc' },
  });
}

/** A trial is for those who never had a subscription. */
export async function isTrialAvailable({ database }: Billing, userId: string): Promise<boolean> {
  return (await database.prisma.subscription.count({ where: { userId } })) === 0;
}
