import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckoutSession } from '../../../adapters/calls.ts';
import type { Checkout, Customer } from '../../../database/generated/client.ts';
import { paidPlan } from '../../../plans/catalogue.ts';
import { seatsOf } from '../../../plans/seats.ts';
import { isTrialAvailable } from '../../access/trials/isTrialAvailable.ts';
import type { Applying, Billing, BillingUser, With } from '../../context.ts';
import { ANSWER_MS } from '../../deadlines.ts';
import { markIfGone } from '../../sync/markIfGone.ts';
import { syncCheckouts } from '../../sync/syncCheckouts.ts';
import { ensureCustomer } from '../customer/ensureCustomer.ts';
import { findExisting } from '../existingSubscription.ts';
import type { CheckoutRequest } from '../inputs.ts';
import { withCustomer } from '../withCustomer.ts';
import {
  bindClaim,
  type Claim,
  claimCheckout,
  closeCheckout,
  giveUpClaim,
  isFor,
  isUnderWay,
  offerSession,
  type Purchase,
  sessionOf,
  supersedeClaim,
} from './claim.ts';
import { endForAnother } from './supersede.ts';

const POLL_MS = 100;

/**
 * One open checkout per user, across all processes: the first caller claims it and creates the session. Others who want
 * the same get that session while it can still be paid; a caller who wants another plan supersedes it. null: it has
 * been paid, is no longer wanted, or its customer is gone; the records then include what was paid, whether or not its
 * webhook has arrived.
 */
export async function newCheckout(
  billing: Billing,
  user: BillingUser,
  request: CheckoutRequest,
): Promise<CheckoutSession | null> {
  const giveUpAt = Date.now() + ANSWER_MS;
  const { plan, interval } = request;
  const quantity = seatsOf(billing.plans, request) ?? 1;
  const wanted = { userId: user.id, plan, interval, quantity, offer: offerOf(billing, request) };
  while (Date.now() < giveUpAt) {
    const claim = await claimCheckout(billing, wanted);
    if (!claim) continue;
    const met = claim.mine ? claim : await meet(billing, claim.row, wanted);
    if (met === 'wait') await sleep(POLL_MS);
    else if (met === 'paid') return null;
    else if (met && 'url' in met) return met;
    else if (met) return createSession(billing, { user, request, row: met.row });
  }
  throw new Error('Another request still has the claim on this checkout');
}

function offerOf({ adapter, plans, prices }: With<'adapter' | 'plans' | 'prices'>, asked: CheckoutRequest): string {
  const { plan, interval } = asked;
  const sold = prices.listed(adapter.provider).find((price) => price.plan === plan && price.interval === interval);
  const { prices: shown, trial_days } = paidPlan(plans, plan) ?? {};
  const { minorUnits, currency } = shown?.[interval] ?? {};
  return [sold?.id, minorUnits, currency, trial_days].join(' ');
}

/** What an open checkout means for the next caller; null: it is closed. */
async function meet(
  billing: Applying & With<'adapter'>,
  row: Checkout,
  wanted: Purchase,
): Promise<CheckoutSession | Claim | 'wait' | 'paid' | null> {
  if (isUnderWay(row)) return 'wait';
  const session = sessionOf(row);
  const replace = async () =>
    (await endForAnother(billing, row)) ? supersedeClaim(billing, row, wanted) : ('paid' as const);
  if (!isFor(billing, row, wanted)) return replace();
  if (!session) return 'wait';
  const { state } = await billing.adapter.fetchCheckout(session.sessionId);
  // A page that is no longer offered may still be payable.
  if (state === 'open') return row.expiresAt > new Date() && (await isBound(billing, row)) ? session : replace();
  if (state === 'complete') await syncCheckouts(billing, row.userId);
  await closeCheckout(billing, row.id);
  return state === 'complete' ? 'paid' : null;
}

/** Only its user's customer can pay it, and the provider still knows that customer. */
async function isBound(billing: Applying, { customerId, userId }: Checkout): Promise<boolean> {
  if (!customerId) return false;
  const where = { id: customerId, userId, deletedAt: null };
  const customer = await billing.database.prisma.customer.findFirst({ where });
  return customer !== null && !(await markIfGone(billing, customer));
}

interface Creation {
  user: BillingUser;
  request: CheckoutRequest;
  row: Checkout;
}

async function createSession(billing: Billing, creation: Creation): Promise<CheckoutSession | null> {
  const { user, request, row } = creation;
  let claim = row;
  try {
    // Checked under the claim: a payment a moment ago would have closed the claim first.
    const isFree = await isNothingElsePaid(billing, creation);
    const customer = isFree ? await ensureCustomer(billing, user) : null;
    if (customer) claim = await bindClaim(billing, row, customer);
    // The customer may be older than our record of it, or was linked meanwhile.
    const isSold = customer && !(await findExisting(billing, user.id, request));
    const session = isSold ? await askProvider(billing, customer, creation) : null;
    if (session) await offerSession(billing, row, session);
    else await closeCheckout(billing, row.id);
    return session;
  } catch (error) {
    await giveUpClaim(billing, claim, error);
    throw error;
  }
}

/** Checks the records, and checkouts whose webhook may be lost: superseded ones can still be paid. */
async function isNothingElsePaid(billing: Applying, { user, request }: Creation): Promise<boolean> {
  if (await findExisting(billing, user.id, request)) return false;
  return (await syncCheckouts(billing, user.id)) === 0;
}

/** null: the provider no longer knows the customer. */
async function askProvider(
  billing: Billing,
  customer: Customer,
  { user, request, row }: Creation,
): Promise<CheckoutSession | null> {
  const { plan, interval, successUrl, cancelUrl } = request;
  const mayTry = interval !== 'one_time' && (await isTrialAvailable(billing, user, customer));
  const trialDays = mayTry ? paidPlan(billing.plans, plan)?.trial_days : 0;
  const { idempotencyKey } = row;
  // A price without seats is sold without a quantity.
  const quantity = row.quantity > 1 ? row.quantity : undefined;
  const { providerCustomerId } = customer;
  const input = { plan, interval, quantity, successUrl, cancelUrl, trialDays, idempotencyKey, providerCustomerId };
  const made = await withCustomer(billing, customer, () =>
    billing.adapter.createCheckout({ ...input, userId: user.id, userEmail: user.email }),
  );
  return made?.made ?? null;
}
