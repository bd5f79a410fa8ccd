import type { CheckoutSession } from '../../adapters/calls.ts';
import { AppError, toAppError } from '../../errors.ts';
import { isSold } from '../../plans/catalogue.ts';
import { seatsOf } from '../../plans/seats.ts';
import type { Billing, BillingUser } from '../context.ts';
import { countCall } from '../countCall.ts';
import { ANSWER_MS, READ_MS } from '../deadlines.ts';
import { permit } from '../permit.ts';
import { readBeforeSale } from '../sync/adopt/adoption.ts';
import { within } from '../within.ts';
import { awaitedPayment } from './awaitedPayment.ts';
import { buyerOf } from './customer/buyerOf.ts';
import { findExisting } from './existingSubscription.ts';
import type { CheckoutRequest } from './inputs.ts';
import { newCheckout } from './open/newCheckout.ts';
import { paidPurchase, unpaidPurchases } from './paidPurchase.ts';
import { planChange } from './planChange.ts';
import { redirectAddress, refusedAddress } from './redirects.ts';
import { requireTruePrice } from './requireTruePrice.ts';

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
    if (!billing.selling()) throw new AppError('not_selling', { reason: whyNotSelling(billing) });
    await countCall(billing, 'checkout', user);
    const buyer = await buyerOf(billing, user);
    requireTruePrice(billing, billing.adapter, request);
    return await within(ANSWER_MS, checkout(billing, buyer, { ...request, successUrl, cancelUrl }));
  } catch (error) {
    throw toAppError(error, 'checkout_failed');
  }
}

const whyNotSelling = ({ database }: Billing) =>
  database.phase() === 'open'
    ? 'SELLING=off: nothing can be bought at the moment'
    : 'The database was restored: nothing can be bought before billing restore finish';

const invalid = (reason: string) => new AppError('invalid_body', { reason });

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
