import type { CheckoutSession } from '../../adapters/calls.ts';
import { AppError, toAppError } from '../../errors.ts';
import type { Billing, BillingUser } from '../context.ts';
import { countCall } from '../countCall.ts';
import { permit } from '../permit.ts';
import { isSold } from '../plans/catalogue.ts';
import { seatsOf } from '../plans/seats.ts';
import { endMark, isGone } from '../records/gone.ts';
import { readBeforeSale } from '../sync/adopt/adoption.ts';
import { within } from '../within.ts';
import { awaitedPayment } from './awaitedPayment.ts';
import { findExisting } from './existingSubscription.ts';
import type { CheckoutRequest } from './inputs.ts';
import { newCheckout } from './open/newCheckout.ts';
import { paidPurchase, unpaidPurchases } from './paidPurchase.ts';
import { planChange } from './planChange.ts';
import { redirectAddress, refusedAddress } from './redirects.ts';
import { requireTruePrice } from './requireTruePrice.ts';

/** The total time that a user may wait: for another click's claim, a check of its session, and a new session. */
const ANSWER_MS = 9_000;
/** Of this, for reading what the user already has at the provider. */
const READ_MS = 7_000;
/** Afterwards the records include any purchase or deletion that they missed. */
const ROUNDS = 4;

/**
 * A checkout session at the active provider or, for a user with a live subscription, the page that changes its plan:
 * never a second subscription. Throws AppError: invalid_body, forbidden, unknown_user, email_not_verified,
 * too_many_requests, checkout_failed, not_selling.
 */
export async function startCheckout(
  billing: Billing,
  user: BillingUser,
  request: CheckoutRequest,
): Promise<CheckoutSession> {
  if (!isSold(billing.plans, request.plan)) throw invalid('plan: is not sold by the plans file');
  const seats = seatsOf(billing.plans, request);
  if (seats === null || !billing.prices.takesSeats(billing.adapter.provider, request, seats))
    throw invalid('quantity: is not sold for this plan, or its price is not per seat');
  const successUrl = redirectAddress(request.successUrl, billing);
  const cancelUrl = redirectAddress(request.cancelUrl, billing);
  if (!successUrl) throw invalid(refusedAddress('successUrl', request.successUrl));
  if (!cancelUrl) throw invalid(refusedAddress('cancelUrl', request.cancelUrl));
  permit(user, 'buy');
  try {
    if (!billing.selling)
      throw new AppError('not_selling', { reason: 'SELLING=off: nothing can be bought at the moment' });
    await countCall(billing, 'checkout', user);
    const buyer = await buyerOf(billing, user);
    requireTruePrice(billing, billing.adapter, request);
    return await within(ANSWER_MS, checkout(billing, buyer, { ...request, successUrl, cancelUrl }));
  } catch (error) {
    throw toAppError(error, 'checkout_failed');
  }
}

const invalid = (reason: string) => new AppError('invalid_body', { reason });

/**
 * A buyer with an e-mail address whose account is not being deleted. A service that names none buys with the address
 * that the user's customer has here.
 */
async function buyerOf(billing: Billing, user: BillingUser): Promise<BillingUser> {
  const { database, now } = billing;
  const { id, key, isOrganisation, issuedAt } = user;
  const email = user.email || (key ? await knownAddress(billing, id) : '');
  // Another user proved the account's address, so the account must use another address first.
  const isOwnAccount = email === '' && !key && (await database.prisma.user.count({ where: { id } })) > 0;
  if (isOwnAccount) throw new AppError('email_not_verified');
  const claim = isOrganisation ? 'AUTH_ORG_EMAIL_CLAIM' : 'AUTH_EMAIL_CLAIM';
  if (email === '')
    throw new AppError('checkout_failed', {
      reason: `the e-mail address of ${id} is unknown: ${key ? 'x-user-email' : claim} is missing`,
    });
  if ((await isGone(database.pool, id)) && !(issuedAt && (await endMark(database.pool, id, { issuedAt, now: now() }))))
    throw new AppError('unknown_user');
  return { ...user, email };
}

async function knownAddress({ database, adapter }: Billing, userId: string): Promise<string> {
  const where = { userId, provider: adapter.provider, email: { not: '' }, deletedAt: null };
  const customer = await database.prisma.customer.findFirst({ where, orderBy: { createdAt: 'desc' } });
  return customer?.email ?? '';
}

async function checkout(billing: Billing, user: BillingUser, request: CheckoutRequest): Promise<CheckoutSession> {
  const isOneTime = request.interval === 'one_time';
  const unpaid = isOneTime ? await unpaidPurchases(billing, user.id) : [];
  const blockedBy = await readBeforeSale(billing, user, READ_MS);
  if (blockedBy !== null && request.interval !== 'one_time')
    throw new Error(`Customer ${blockedBy} has a live subscription and names a user whom nobody knows here`);
  for (let round = 0; round < ROUNDS; round += 1) {
    const live = await findExisting(billing, user.id, request);
    const session = live ? await planChange(billing, live, request) : await purchase(billing, user, request);
    const answer = session ?? (isOneTime && (await paidPurchase(billing, unpaid)));
    if (answer) return answer;
  }
  throw new Error('The provider’s answers kept changing');
}

async function purchase(billing: Billing, user: BillingUser, request: CheckoutRequest) {
  const awaited = await awaitedPayment(billing, user.id, request);
  if (awaited === 'changed') return null;
  return awaited ?? newCheckout(billing, user, request);
}
