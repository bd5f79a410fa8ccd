import { randomUUID } from 'node:crypto';
import type { CheckoutSession } from '../../../adapters/calls.ts';
import type { Checkout, Customer } from '../../../database/generated/client.ts';
import type { With } from '../../context.ts';
import { CLAIM_MS, OFFERED_MS } from '../../deadlines.ts';

export interface Purchase {
  userId: string;
  plan: string;
  interval: string;
  /** Seats. */
  quantity: number;
  /** The price id, the shown price and the days of trial. */
  offer: string;
}

export interface Claim {
  /** Whether this caller creates the session. */
  mine: boolean;
  row: Checkout;
}

export function sessionOf({ url, sessionId }: Checkout): CheckoutSession | null {
  return url && sessionId ? { url, sessionId } : null;
}

/** Whether an open checkout is what the caller wants, at the active provider and at the price of today. */
export function isFor({ adapter }: With<'adapter'>, row: Checkout, wanted: Purchase): boolean {
  const { plan, interval, quantity, offer } = wanted;
  const isAlike = row.plan === plan && row.interval === interval && row.quantity === quantity;
  return isAlike && (row.offer ?? offer) === offer && row.provider === adapter.provider;
}

/** Another caller is creating its session right now. */
export function isUnderWay(row: Checkout): boolean {
  return !sessionOf(row) && row.claimedAt.getTime() > Date.now() - CLAIM_MS;
}

/** One-time purchases are possible beside any subscription, so each of the two kinds has its own checkout. */
export function openKeyOf({ userId, interval }: Pick<Purchase, 'userId' | 'interval'>): string {
  return `${interval === 'one_time' ? 'one_time' : 'subscription'} ${userId}`;
}

function newRow({ adapter }: With<'adapter'>, wanted: Purchase) {
  const id = randomUUID();
  const expiresAt = new Date(Date.now() + OFFERED_MS);
  return { ...wanted, id, provider: adapter.provider, openKey: openKeyOf(wanted), idempotencyKey: id, expiresAt };
}

/** One claim per user and kind, across all processes. null: the row was closed between two statements. */
export async function claimCheckout(billing: With<'adapter' | 'database'>, wanted: Purchase): Promise<Claim | null> {
  const { checkout } = billing.database.prisma;
  const data = newRow(billing, wanted);
  const created = await checkout.createMany({ data, skipDuplicates: true });
  const row = await checkout.findUnique({ where: { openKey: data.openKey } });
  if (!row) return null;
  if (created.count === 1 && row.id === data.id) return { mine: true, row };
  if (sessionOf(row) || isUnderWay(row) || !isFor(billing, row, wanted)) return { mine: false, row };
  const claimedAt = new Date();
  const taken = await checkout.updateMany({
    where: { id: row.id, claimedAt: row.claimedAt, sessionId: null },
    data: { claimedAt },
  });
  return { mine: taken.count === 1, row: { ...row, claimedAt } };
}

/** Atomically replaces an open checkout with a claim. null: another caller was faster. */
export async function supersedeClaim(
  billing: With<'adapter' | 'database'>,
  older: Checkout,
  wanted: Purchase,
): Promise<Claim | null> {
  const { prisma } = billing.database;
  const data = newRow(billing, wanted);
  const [, created] = await prisma.$transaction([
    prisma.checkout.updateMany({
      where: { id: older.id, openKey: data.openKey, claimedAt: older.claimedAt },
      data: { openKey: null, supersededAt: new Date(), supersededBy: data.id },
    }),
    prisma.checkout.createMany({ data, skipDuplicates: true }),
  ]);
  const row = created.count === 1 ? await prisma.checkout.findUnique({ where: { id: data.id } }) : null;
  return row && { mine: true, row };
}

/** Creating a customer took time: the claim is renewed, so that each call under it has the full time. */
export async function bindClaim(
  { database }: With<'database'>,
  row: Checkout,
  { id: customerId }: Customer,
): Promise<Checkout> {
  const { id, claimedAt } = row;
  const data = { claimedAt: new Date(), customerId };
  const { count } = await database.prisma.checkout.updateMany({ where: { id, claimedAt, sessionId: null }, data });
  if (count === 0) throw new Error('Another request took this checkout over');
  return { ...row, ...data };
}

const OFFER = `UPDATE checkout SET url = $2, "sessionId" = $3
  WHERE id = $1 AND (NOT $4 OR EXISTS (SELECT FROM account a WHERE a."userId" = checkout."userId"))`;

/**
 * Stores the session of a claim. Rejects if its account ended meanwhile (in another one, or by a deletion), and nobody
 * would have what is paid.
 */
export async function offerSession(
  { database, hasAccounts }: With<'database' | 'hasAccounts'>,
  { id }: Checkout,
  { url, sessionId }: CheckoutSession,
): Promise<void> {
  const { rowCount } = await database.pool.query(OFFER, [id, url, sessionId, hasAccounts]);
  if (rowCount === 0) throw new Error('The account of this checkout ended meanwhile');
}

/**
 * After an answer the idempotency key is used up; after a timeout the session may exist, and the same key finds it. A
 * claim that another request took over is that one's.
 */
export async function giveUpClaim(
  { database }: With<'database'>,
  { id, claimedAt }: Checkout,
  error: unknown,
): Promise<void> {
  const { checkout } = database.prisma;
  const where = { id, claimedAt, sessionId: null };
  if (wasAnswered(error)) await checkout.deleteMany({ where });
  else await checkout.updateMany({ where, data: { claimedAt: new Date(0) } });
}

/** Adapters put the answer's HTTP status on the error. */
function wasAnswered(error: unknown): boolean {
  return typeof (Object(error) as { status?: unknown }).status === 'number';
}

export async function closeCheckout({ database }: With<'database'>, id: string): Promise<void> {
  await database.prisma.checkout.updateMany({ where: { id }, data: { openKey: null } });
}
