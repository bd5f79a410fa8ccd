import type { Subscription } from '../../database/generated/client.ts';
import { AppError } from '../../errors.ts';
import { findLiveSubscription } from '../checkout/existingSubscription.ts';
import { requireTruePrice } from '../checkout/requireTruePrice.ts';
import type { Billing, BillingUser } from '../context.ts';
import { countCall } from '../countCall.ts';
import { permit } from '../permit.ts';
import { isSold } from '../plans/catalogue.ts';
import { refetchSubscription } from '../sync/refetch.ts';
import { type ChangeRequest, toProviderChange } from './changeInput.ts';

/**
 * Changes the user's live subscription at its provider, and reads back what became of it; webhooks say the same.
 * Throws AppError: invalid_body, forbidden, unknown_user, no_subscription, change_not_possible, too_many_requests,
 * internal.
 */
export async function changeSubscription(billing: Billing, user: BillingUser, request: ChangeRequest): Promise<void> {
  const { live, adapter } = await changeable(billing, user, { request, scope: 'write' });
  const change = toProviderChange(request, live);
  await countCall(billing, 'change', user);
  if (change.kind === 'change_plan') requireTruePrice(billing, adapter, change);
  await adapter.changeSubscription(live.providerSubscriptionId, change);
  try {
    await refetchSubscription(billing, adapter, live.providerSubscriptionId);
  } catch (error) {
    billing.log.warn({ err: error, subscriptionId: live.id }, 'The change was made; its webhook will tell');
  }
}

interface Wanted {
  request: ChangeRequest;
  scope: 'read' | 'write';
}

/** The live subscription, with the adapter of its provider, once the request was judged. */
export async function changeable(billing: Billing, user: BillingUser, { request, scope }: Wanted) {
  if ('plan' in request && !isSold(billing.plans, request.plan)) throw new AppError('invalid_body');
  permit(user, scope);
  const live: Subscription | null = await findLiveSubscription(billing, user.id);
  const adapter = live ? billing.adapters.get(live.provider) : undefined;
  if (!live || !adapter) throw new AppError('no_subscription');
  return { live, adapter };
}
