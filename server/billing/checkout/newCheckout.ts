import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckoutSession } from '../../adapters/calls.ts';
import type { Checkout, Customer } from '../../database/generated/client.ts';
import type { Billing, BillingUser } from '../context.ts';
import { paidPlan } from '../plans/catalogue.ts';
import { markIfGone } from '../sync/markIfGone.ts';
import { syncCheckouts } from '../sync/syncCheckouts.ts';
import { bindClaim, claimCheckout, closeCheckout, giveUpClaim, sessionOf } from './claim.ts';
import { ensureCustomer } from './ensureCustomer.ts';
import { findExisting, isTrialAvailable } from './existingSubscription.ts';
import type { CheckoutRequest } from './inputs.ts';
import { withCustomer } from './withCustomer.ts';

const POLL_MS = 100;
const WAIT_MS = 9_000;

/**
 * One open checkout for each user, plan and interval, in any number of processes: the first caller claims it
 * and creates the session, everyone else gets that session while it can still be paid. null: it has been paid, is not
 * wanted any more, or its customer is gone; what was paid is in the records now, whether or not its webhook has come.
 */
export async function newCheckout(
  billing: Billing,
  user: BillingUser,
  request: CheckoutRequest,
): Promise<CheckoutSession | null> {
  const giveUpAt = Date.now() + WAIT_MS;
  while (Date.now() < giveUpAt) {
    const claim = await claimCheckout(billing, { userId: user.id, ...request });
    if (!claim) continue;
    if (claim.mine) return createSession(billing, { user, request, row: claim.row });
    const session = sessionOf(claim.row);
    if (!session) await sleep(POLL_MS);
    else {
      const state = await stateOf(billing, claim.row, session);
      if (state === 'open') return session;
      if (state === 'complete') await syncCheckouts(billing, user.id);
      await closeCheckout(billing, claim.row.id);
      if (state === 'complete') return null;
    }
  }
  throw new Error('Another request kept this checkout claimed');
}

async function stateOf(billing: Billing, row: Checkout, { sessionId }: CheckoutSession) {
  const { state } = await billing.adapter.fetchCheckout(sessionId);
  if (state !== 'open') return state;
  return row.expiresAt > new Date() && (await isBound(billing, row)) ? 'open' : 'ended';
}

/** Only its user's customer can pay it, and the provider still knows that customer. */
async function isBound(billing: Billing, { customerId, userId }: Checkout): Promise<boolean> {
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
  const { checkout } = billing.database.prisma;
  try {
    // Asked under the claim: what was paid a moment ago closed the claim before.
    const existing = await findExisting(billing, user.id, request);
    const customer = existing ? null : await ensureCustomer(billing, user);
    if (customer) await bindClaim(billing, row, customer);
    const session = customer && (await askProvider(billing, customer, creation));
    if (session) await checkout.update({ where: { id: row.id }, data: session });
    else await closeCheckout(billing, row.id);
    return session;
  } catch (error) {
    await giveUpClaim(billing, row, error);
    throw error;
  }
}

/** null: the provider doesn't know the customer any more. */
async function askProvider(
  billing: Billing,
  customer: Customer,
  { user, request, row }: Creation,
): Promise<CheckoutSession | null> {
  const { plan, interval, ...redirects } = request;
  const mayTry = interval !== 'one_time' && (await isTrialAvailable(billing, user.id));
  const trialDays = mayTry ? paidPlan(billing.plans, plan)?.trial_days : 0;
  const { idempotencyKey } = row;
  const { providerCustomerId } = customer;
  const input = { plan, interval, ...redirects, trialDays, idempotencyKey, providerCustomerId };
  const made = await withCustomer(billing, customer, () =>
    billing.adapter.createCheckout({ ...input, userId: user.id, userEmail: user.email }),
  );
  return made?.made ?? null;
}
