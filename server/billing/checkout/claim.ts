import { randomUUID } from 'node:crypto';
import type { CheckoutSession } from '../../adapters/calls.ts';
import type { Checkout, Customer } from '../../database/generated/client.ts';
import type { Billing } from '../context.ts';

/** Below the life of a provider's checkout page and of its idempotency keys (24 h). */
const OPEN_FOR_MS = 23 * 3_600_000;
/** Longer than any call to a provider takes: a claim this old was left by a process that died. */
const CLAIM_MS = 12_000;

interface Wanted {
  userId: string;
  plan: string;
  interval: string;
}

export interface Claim {
  /** Whether this caller is to create the session. */
  mine: boolean;
  row: Checkout;
}

export function sessionOf({ url, sessionId }: Checkout): CheckoutSession | null {
  return url && sessionId ? { url, sessionId } : null;
}

/** One claim for each user, plan and interval, in any number of processes. null: the row was closed between two statements. */
export async function claimCheckout(
  { database, adapter }: Billing,
  { userId, plan, interval }: Wanted,
): Promise<Claim | null> {
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

/** Making a customer took time: the claim counts anew, so that each call that it covers has all of it. */
export async function bindClaim({ database }: Billing, { id, claimedAt }: Checkout, customer: Customer): Promise<void> {
  const { count } = await database.prisma.checkout.updateMany({
    where: { id, claimedAt, sessionId: null },
    data: { claimedAt: new Date(), customerId: customer.id },
  });
  if (count === 0) throw new Error('Another request took this checkout over');
}

/** After an answer the idempotency key is spent; after silence the session may exist, and the same key finds it. */
export async function giveUpClaim({ database }: Billing, { id }: Checkout, error: unknown): Promise<void> {
  const { checkout } = database.prisma;
  if (wasAnswered(error)) await checkout.deleteMany({ where: { id, sessionId: null } });
  else await checkout.updateMany({ where: { id }, data: { claimedAt: new Date(0) } });
}

/** Adapters give an answer's HTTP status to the error they make of it. */
function wasAnswered(error: unknown): boolean {
  return typeof (Object(error) as { status?: unknown }).status === 'number';
}

export async function closeCheckout({ database }: Billing, id: string): Promise<void> {
  await database.prisma.checkout.updateMany({ where: { id }, data: { openKey: null } });
}
