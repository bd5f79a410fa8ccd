import { readSubscriptions } from '../../database/reads/subscriptions.ts';
import type { Billing } from '../context.ts';
import { isLive, type SubscriptionView, toSubscriptionView } from '../records/subscription.ts';

/** All of a user's subscriptions at every provider: live ones first, then the latest `updatedAt`. */
export async function listSubscriptions({ database }: Billing, userId: string): Promise<SubscriptionView[]> {
  const rows = await readSubscriptions(database.pool, userId);
  return rows
    .toSorted((a, b) => Number(isLive(b)) - Number(isLive(a)) || b.updatedAt.getTime() - a.updatedAt.getTime())
    .map(toSubscriptionView);
}
