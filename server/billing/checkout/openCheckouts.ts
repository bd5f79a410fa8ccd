import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckoutSession } from '../../adapters/calls.ts';
import type { Checkout, Customer } from '../../database/generated/client.ts';
import type { Billing } from '../context.ts';
import { markIfGone } from '../sync/markIfGone.ts';
import { syncCheckouts } from '../sync/syncCheckouts.ts';

/** Below the life of a provider's checkout page and of its idempotency keys (24 h). */
const OPEN_FOR_MS = 23 * 3_600_000;
/** Longer than any call to a provider takes: a claim this old was left by a process that died. */
const CLAIM_MS = 12_000;
const POLL_MS = 100;
const WAIT_MS = 9_000;

interface Wanted {
  userId: string;
  plan: string;
  interval: string;
  /**
   * The customer to bind it to; null: it is not wanted any more. Asked under the claim: what was paid a moment ago
   * closed the claim before.
   */
  findCustomer(): Promise<Customer | null>;
  /** null: the provider doesn't know the customer any more. */
  create(customer: Customer, idempotencyKey: string): Promise<CheckoutSession | null>;
}

/**
 * One open checkout for each user, plan and interval, in any number of processes: the first caller claims it
 * and creates the session, everyone else gets that session while it can still be paid. null: it has been paid, is not
 * wanted any more, or its customer is gone; what was paid is in the records now, whether or not its webhook has come.
 */
export async function openCheckout(billing: Billing, wanted: Wanted): Promise<CheckoutSession | null> {
  const giveUpAt = Date.now() + WAIT_MS;
  while (Date.now() < giveUpAt) {
    const claim = await claimCheckout(billing, wanted);
    if (!claim) continue;
    if (claim.mine) return createSession(billing, claim.row, wanted);
    const session = sessionOf(claim.row);
    if (!session) await sleep(POLL_MS);
    else {
      const state = await stateOf(billing, claim.row, session);
      if (state === 'open') return session;
      if (state === 'complete') await syncCheckouts(billing, wanted.userId);
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

function sessionOf({ url, sessionId }: Checkout): CheckoutSession | null {
  return url && sessionId ? { url, sessionId } : null;
}

/** null: the row was closed between two statements. */
async function claimCheckout({ database, adapter }: Billing, { userId, plan, interval }: Wanted) {
  const openKey = [adapter.provider, userId, plan, interval].join(' ');
  const { checkout } = database.prisma;
  const id = randomUUID();
  const names = { id, userId, provider: adapter.provider, plan, interval, openKey, idempotencyKey: id };
  const created = await checkout.createMany({
    data: { ...names, expiresAt: new Date(Date.now() + OPEN_FOR_MS) },
    skipDuplicates: true,
  });
  const row = await checkout.findUnique({ where: { openKey } });
  if (!row) return null;
  if (created.count === 1 && row.id === id) return { mine: true, row };
  if (sessionOf(row) || row.claimedAt.getTime() > Date.now() - CLAIM_MS) return { mine: false, row };
  const claimedAt = new Date();
  const taken = await checkout.updateMany({
    where: { id: row.id, claimedAt: row.claimedAt, sessionId: null },
    data: { claimedAt },
  });
  return { mine: taken.count === 1, row: { ...row, claimedAt } };
}

async function createSession(billing: Billing, row: Checkout, wanted: Wanted): Promise<CheckoutSession | null> {
  const { checkout } = billing.database.prisma;
  try {
    const customer = await wanted.findCustomer();
    if (customer) await bindClaim(billing, row, customer);
    const session = customer && (await wanted.create(customer, row.idempotencyKey));
    if (session) await checkout.update({ where: { id: row.id }, data: session });
    else await closeCheckout(billing, row.id);
    return session;
  } catch (error) {
    // After an answer the key is spent; after silence the session may exist, and the same key finds it.
    if (wasAnswered(error)) await checkout.deleteMany({ where: { id: row.id, sessionId: null } });
    else await checkout.updateMany({ where: { id: row.id }, data: { claimedAt: new Date(0) } });
    throw error;
  }
}

/** Making a customer took time: the claim counts anew, so that each call that it covers has all of it. */
async function bindClaim({ database }: Billing, { id, claimedAt }: Checkout, customer: Customer): Promise<void> {
  const { count } = await database.prisma.checkout.updateMany({
    where: { id, claimedAt, sessionId: null },
    data: { claimedAt: new Date(), customerId: customer.id },
  });
  if (count === 0) throw new Error('Another request took this checkout over');
}

/** Adapters give an answer's HTTP status to the error they make of it. */
function wasAnswered(error: unknown): boolean {
  return typeof (Object(error) as { status?: unknown }).status === 'number';
}

async function closeCheckout({ database }: Billing, id: string): Promise<void> {
  await database.prisma.checkout.updateMany({ where: { id }, data: { openKey: null } });
}
