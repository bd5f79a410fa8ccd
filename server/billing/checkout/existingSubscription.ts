import type { Subscription } from '../../database/generated/client.ts';
import type { Billing } from '../context.ts';
import { LIVE } from '../records/subscription.ts';
import type { CheckoutRequest } from './inputs.ts';

/** A one-time purchase goes with any subscription. */
export async function findExisting(
  billing: Billing,
  userId: string,
  { interval }: Pick<CheckoutRequest, 'interval'>,
): Promise<Subscription | null> {
  return interval === 'one_time' ? null : findLiveSubscription(billing, userId);
}

export function findLiveSubscription({ database }: Billing, userId: string): Promise<Subscription | null> {
  return database.prisma.subscription.findFirst({
    where: { userId, ...LIVE },
    orderBy: { updatedAt: 'desc' },
  });
}

/** A trial is for those who never had a subscription. */
export async function isTrialAvailable({ database }: Billing, userId: string): Promise<boolean> {
  return (await database.prisma.subscription.count({ where: { userId } })) === 0;
}
