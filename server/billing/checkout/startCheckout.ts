import type { CheckoutSession } from '../../adapters/calls.ts';
import type { Prisma } from '../../database/client.ts';
import type { Subscription } from '../../database/generated/client.ts';
import { AppError, toAppError } from '../../errors.ts';
import type { Billing, BillingUser } from '../context.ts';
import { countCall } from '../countCall.ts';
import { catalogue } from '../plans/plans.ts';
import { within } from '../within.ts';
import type { CheckoutRequest } from './inputs.ts';
import { openCheckout } from './openCheckouts.ts';
import { redirectAddress } from './redirects.ts';

/** A user waits for all of it, whatever it is made of: another click's claim, a look at its session, a new one. */
const ANSWER_MS = 9_000;

/**
 * A checkout session of the active provider; for someone with a live subscription, the page that changes its
 * plan instead: never a second subscription. Throws AppError: invalid_body, too_many_requests, checkout_failed.
 */
export async function startCheckout(
  billing: Billing,
  user: BillingUser,
  request: CheckoutRequest,
): Promise<CheckoutSession> {
  const successUrl = redirectAddress(request.successUrl, billing);
  const cancelUrl = redirectAddress(request.cancelUrl, billing);
  if (!successUrl || !cancelUrl) throw new AppError('invalid_body');
  try {
    await countCall(billing, 'checkout', user);
    return await within(ANSWER_MS, checkout(billing, user, { ...request, successUrl, cancelUrl }));
  } catch (error) {
    throw toAppError(error, 'checkout_failed');
  }
}

async function checkout(billing: Billing, user: BillingUser, request: CheckoutRequest): Promise<CheckoutSession> {
  const live = await findRival(billing, user, request);
  if (live) return planChange(billing, live, request);
  return (await newCheckout(billing, user, request)) ?? checkout(billing, user, request);
}

/** A one-time purchase goes with any subscription. */
async function findRival(billing: Billing, user: BillingUser, { interval }: Pick<CheckoutRequest, 'interval'>) {
  return interval === 'one_time' ? null : findLiveSubscription(billing, user.id);
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

async function planChange(billing: Billing, live: Subscription, request: CheckoutRequest): Promise<CheckoutSession> {
  const { plan, interval } = request;
  const sessionId = live.providerSubscriptionId;
  const adapter = billing.adapters.get(live.provider);
  const customer = live.customerId
    ? await billing.database.prisma.customer.findUnique({ where: { id: live.customerId } })
    : null;
  const ourPage = `${billing.baseUrl}/change-plan?${new URLSearchParams({ plan, interval })}`;
  if (!adapter || !customer) return { url: ourPage, sessionId };
  const place = { providerCustomerId: customer.providerCustomerId, returnUrl: `${billing.baseUrl}/dashboard` };
  const same = live.plan === plan && live.interval === interval;
  const page = same
    ? await adapter.createPortal(place)
    : await adapter.createPlanChange({ ...place, providerSubscriptionId: sessionId, plan, interval });
  return { url: page?.url ?? ourPage, sessionId };
}

async function newCheckout(
  billing: Billing,
  user: BillingUser,
  { plan, interval, ...redirects }: CheckoutRequest,
): Promise<CheckoutSession | null> {
  const { adapter, database } = billing;
  const customer = await database.prisma.customer.findFirst({
    where: { userId: user.id, provider: adapter.provider, deletedAt: null },
    orderBy: { updatedAt: 'desc' },
  });
  const trialDays =
    interval !== 'one_time' && (await isTrialAvailable(billing, user.id)) ? catalogue[plan].trialDays : 0;
  return openCheckout(billing, {
    userId: user.id,
    plan,
    interval,
    isStillWanted: async () => (await findRival(billing, user, { interval })) === null,
    create: (idempotencyKey) =>
      adapter.createCheckout({
        ...{ plan, interval, ...redirects, trialDays, idempotencyKey },
        userId: user.id,
        userEmail: user.email,
        providerCustomerId: customer?.providerCustomerId,
      }),
  });
}

/** A trial is for those who never had a subscription. */
export async function isTrialAvailable({ database }: Billing, userId: string): Promise<boolean> {
  return (await database.prisma.subscription.count({ where: { userId } })) === 0;
}
