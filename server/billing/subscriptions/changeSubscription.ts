import type { SubscriptionChange } from '../../adapters/adapter.ts';
import { AppError } from '../../errors.ts';
import { findLiveSubscription } from '../checkout/existingSubscription.ts';
import { requireTruePrice } from '../checkout/requireTruePrice.ts';
import type { Billing, BillingUser } from '../context.ts';
import { countCall } from '../countCall.ts';
import { permit } from '../permit.ts';
import { isSold } from '../plans/catalogue.ts';
import { refetchSubscription } from '../sync/refetch.ts';

/**
 * Changes the user's live subscription at its provider, and reads back what became of it; webhooks say the same.
 * Throws AppError: invalid_body, no_subscription, internal.
 */
export async function changeSubscription(
  billing: Billing,
  user: BillingUser,
  change: SubscriptionChange,
): Promise<void> {
  if (change.kind === 'change_plan' && !isSold(billing.plans, change.plan)) throw new AppError('invalid_body');
  permit(user, 'write');
  const live = await findLiveSubscription(billing, user.id);
  const adapter = live ? billing.adapters.get(live.provider) : undefined;
  if (!live || !adapter) throw new AppError('no_subscription');
  await countCall(billing, 'change', user);
  if (change.kind === 'change_plan') requireTruePrice(billing, adapter, change);
  await adapter.changeSubscription(live.providerSubscriptionId, change);
  try {
    await refetchSubscription(billing, adapter, live.providerSubscriptionId);
  } catch (error) {
    billing.log.warn({ err: error, subscriptionId: live.id }, 'The change was made; its webhook will tell');
  }
}
