import type { CheckoutSession } from '../../adapters/calls.ts';
import type { Prisma } from '../../database/client.ts';
import type { Subscription } from '../../database/generated/client.ts';
import { AppError, toAppError } from '../../errors.ts';
import type { Billing, BillingUser } from '../context.ts';
import { countCall } from '../countCall.ts';
import { catalogue } from '../plans/plans.ts';
import { within } from '../within.ts';
import { ensureCustomer } from './ensureCustomer.ts';
import type { CheckoutRequest } from './inputs.ts';
import { openCheckout } from './openCheckouts.ts';
import { planChange } from './planChange.ts';
import { redirectAddress } from './redirects.ts';
import { withCustomer } from './withCustomer.ts';

/** A user waits for all of it, whatever it is made of: another click's claim, a look at its session, a new one. */
const ANSWER_MS = 9_000;
/** A purchase or a deletion that the records missed is in them afterwards. */
const ROUNDS = 4;

/**
 * A checkout session of the active provider; for someone with a live subscription, the page that changes its
 * plan instead: never a second subscription. Throws AppError: invalid_body, email_not_verified, too_many_requests,
 * checkout_failed.
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
  for (let round = 0; round < ROUNDS; round += 1) {
    const live = await findExisting(billing, user, request);
    const session = live ? await planChange(billing, live, request) : await newCheckout(billing, user, request);
    if (session) return session;
  }
  throw new Error('What the provider said kept changing');
}

/** A one-time purchase goes with any subscription. */
async function findExisting(billing: Billing, user: BillingUser, { interval }: Pick<CheckoutRequest, 'interval'>) {
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

/** null: what stood in its way is in the records now, or its customer is gone. */
function newCheckout(
  billing: Billing,
  user: BillingUser,
  { plan, interval, ...redirects }: CheckoutRequest,
): Promise<CheckoutSession | null> {
  const { adapter } = billing;
  return openCheckout(billing, {
    userId: user.id,
    plan,
    interval,
    findCustomer: async () =>
      (await findExisting(billing, user, { interval })) ? null : ensureCustomer(billing, user),
    create: async (customer, idempotencyKey) => {
      const trialDays = await trialDaysOf(billing, user, { plan, interval });
      const { providerCustomerId } = customer;
      const input = { plan, interval, ...redirects, trialDays, idempotencyKey, providerCustomerId };
      const made = await withCustomer(billing, customer, () =>
        adapter.createCheckout({ ...input, userId: user.id, userEmail: user.email }),
      );
      return made?.made ?? null;
    },
  });
}

async function trialDaysOf(
  billing: Billing,
  { id }: BillingUser,
  { plan, interval }: Pick<CheckoutRequest, 'plan' | 'interval'>,
): Promise<number> {
  return interval !== 'one_time' && (await isTrialAvailable(billing, id)) ? catalogue[plan].trialDays : 0;
}

/** A trial is for those who never had a subscription. */
export async function isTrialAvailable({ database }: Billing, userId: string): Promise<boolean> {
  return (await database.prisma.subscription.count({ where: { userId } })) === 0;
}
