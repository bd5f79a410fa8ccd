import type { CheckoutSession } from '../../adapters/calls.ts';
import type { With } from '../context.ts';

/** The ids of the user's one-time checkouts that are not known to be paid. */
export async function unpaidPurchases({ database }: With<'database'>, userId: string): Promise<string[]> {
  const where = { userId, interval: 'one_time', completedAt: null, sessionId: { not: null } };
  return (await database.prisma.checkout.findMany({ where, select: { id: true } })).map(({ id }) => id);
}

/**
 * The dashboard, if one of them turned out to be paid: a second click on the same offer is no second purchase. null:
 * none did.
 */
export async function paidPurchase(
  { database, baseUrl }: With<'baseUrl' | 'database'>,
  unpaid: readonly string[],
): Promise<CheckoutSession | null> {
  const where = { id: { in: [...unpaid] }, completedAt: { not: null } };
  const paid = await database.prisma.checkout.findFirst({ where, orderBy: { completedAt: 'desc' } });
  return paid && { url: `${baseUrl}/dashboard?checkout=success`, sessionId: paid.sessionId ?? '' };
}
