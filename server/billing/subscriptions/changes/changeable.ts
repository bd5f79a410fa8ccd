import type { Adapter } from '../../../adapters/adapter.ts';
import type { Subscription } from '../../../database/generated/client.ts';
import { AppError } from '../../../errors.ts';
import { isSold } from '../../../plans/catalogue.ts';
import { findLiveSubscription } from '../../checkout/existingSubscription.ts';
import type { BillingUser, With } from '../../context.ts';
import { permit } from '../../permit.ts';
import { LIVE } from '../../records/subscription.ts';
import type { ChangeRequest } from './changeInput.ts';

export interface Changeable {
  live: Subscription;
  /** The adapter of its provider. */
  adapter: Adapter;
}

interface ChangeCall {
  request: ChangeRequest;
  scope: 'read' | 'change';
}

/**
 * The live subscription, after the request was validated. Throws AppError: invalid_body, forbidden, no_subscription.
 */
export async function changeable(
  billing: With<'adapters' | 'database' | 'now' | 'plans'>,
  user: BillingUser,
  { request, scope }: ChangeCall,
): Promise<Changeable> {
  if ('plan' in request && !isSold(billing.plans, request.plan)) throw new AppError('invalid_body');
  permit(user, scope);
  const live = await find(billing, user.id, request);
  const adapter = live ? billing.adapters.get(live.provider) : undefined;
  if (!live || !adapter) throw new AppError('no_subscription');
  return { live, adapter };
}

/** The named subscription, else the live one. */
function find(
  billing: With<'adapters' | 'database' | 'now'>,
  userId: string,
  { subscriptionId: id }: ChangeRequest,
): Promise<Subscription | null> {
  if (id === undefined) return findLiveSubscription(billing, userId);
  return billing.database.prisma.subscription.findFirst({ where: { id, userId, ...LIVE } });
}
