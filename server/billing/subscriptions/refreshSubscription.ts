import { findLiveSubscription } from '../checkout/existingSubscription.ts';
import type { Billing, BillingUser } from '../context.ts';
import { countCall } from '../countCall.ts';
import { permit } from '../permit.ts';
import { refetchWithRetry } from '../sync/refetch.ts';
import { syncCheckouts } from '../sync/syncCheckouts.ts';
import { currentSubscription, type OwnSubscription } from './currentSubscription.ts';

/**
 * Asks the provider instead of waiting for its webhooks: first about finished checkouts, then about the live
 * subscription. Resolves to the user's subscription; rejects when the provider is unavailable.
 */
export async function refreshSubscription(billing: Billing, user: BillingUser): Promise<OwnSubscription | null> {
  permit(user, 'write');
  await countCall(billing, 'refresh', user);
  const synced = await syncCheckouts(billing, user.id);
  const live = synced > 0 ? null : await findLiveSubscription(billing, user.id);
  const adapter = live ? billing.adapters.get(live.provider) : undefined;
  if (live && adapter) await refetchWithRetry(billing, adapter, live.providerSubscriptionId);
  return currentSubscription(billing, user.id);
}
