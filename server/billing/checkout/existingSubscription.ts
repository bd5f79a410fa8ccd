import type { Subscription } from '../../database/generated/client.ts';
import type { With } from '../context.ts';
import { AWAITS_PAYMENT, hasRunOut, LIVE } from '../records/subscription.ts';
import type { CheckoutRequest } from './inputs.ts';

/** One-time purchases are possible beside any subscription. */
export async function findExisting(
  billing: With<'adapters' | 'database' | 'now'>,
  userId: string,
  { interval }: Pick<CheckoutRequest, 'interval'>,
): Promise<Subscription | null> {
  return interval === 'one_time' ? null : findLiveSubscription(billing, userId);
}

/** No one reports the end at a provider that isn't set up, so a scheduled end counts once its time has come. */
export async function findLiveSubscription(
  { database, adapters, now }: With<'adapters' | 'database' | 'now'>,
  userId: string,
): Promise<Subscription | null> {
  const where = { userId, ...LIVE };
  const live = await database.prisma.subscription.findMany({ where, orderBy: { updatedAt: 'desc' } });
  return live.find((each) => adapters.has(each.provider) || !hasRunOut(each, now())) ?? null;
}

/** The newest subscription whose first payment is awaited. */
export function findAwaited(
  { database, adapters }: With<'adapters' | 'database'>,
  userId: string,
): Promise<Subscription | null> {
  return database.prisma.subscription.findFirst({
    where: { userId, ...AWAITS_PAYMENT, provider: { in: [...adapters.keys()] } },
    orderBy: { createdAt: 'desc' },
  });
}
