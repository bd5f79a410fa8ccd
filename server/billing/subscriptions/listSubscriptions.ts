import { readSubscriptions } from '../../database/reads/subscriptions.ts';
import type { With } from '../context.ts';
import { isLive, newestFirst } from '../records/subscription.ts';
import { type SubscriptionDetails, toSubscriptionDetails } from './details.ts';

/** All of a user's subscriptions at every provider: live ones first, then the latest `updatedAt`. */
export async function listSubscriptions(
  { database, now }: With<'database' | 'now'>,
  userId: string,
): Promise<SubscriptionDetails[]> {
  const rows = await readSubscriptions(database.pool, userId);
  return rows
    .toSorted((a, b) => Number(isLive(b)) - Number(isLive(a)) || newestFirst(a, b))
    .map((row) => toSubscriptionDetails(row, now()));
}
