import type { Checkout, Subscription } from '../../../database/generated/client.ts';
import { isUnderWay, openKeyOf } from '../../checkout/open/claim.ts';
import { endForAnother } from '../../checkout/open/supersede.ts';
import type { Applying, With } from '../../context.ts';
import { successorsOf } from './judge.ts';

/**
 * A user who has a subscription must not buy a second one on a page that is still open: the purchase supersedes that
 * page. A page between the two may have been paid without our knowing; it then remains the later choice.
 */
export async function closeOpenCheckout(
  billing: Applying,
  userId: string,
  live: readonly Subscription[],
): Promise<void> {
  const { prisma } = billing.database;
  const openKey = openKeyOf({ userId, interval: 'month' });
  const open = live.length > 0 ? await prisma.checkout.findUnique({ where: { openKey } }) : null;
  if (!open) return;
  if (isUnderWay(open)) throw new Error('A checkout is being started');
  const bought = await prisma.checkout.findFirst({
    where: { userId, subscriptionId: { in: live.map(({ id }) => id) } },
    orderBy: { createdAt: 'desc' },
  });
  for (const page of await unpaidSince(billing, { bought, open })) {
    if (!(await endForAnother(billing, page))) return;
  }
  const supersededAt = new Date();
  await prisma.$transaction([
    prisma.checkout.updateMany({
      where: { id: open.id, openKey },
      data: { openKey: null, supersededAt, supersededBy: bought?.id ?? null },
    }),
    // A purchase can't be superseded by a page that was not paid.
    prisma.checkout.updateMany({
      where: { id: bought?.id ?? '' },
      data: { supersededAt: null, supersededBy: null },
    }),
  ]);
}

/**
 * The checkouts that replaced the purchased one, as far as they are not known to be paid or ended; the open one is
 * last.
 */
async function unpaidSince(
  { database }: With<'database'>,
  { bought, open }: { bought: Checkout | null; open: Checkout },
): Promise<Checkout[]> {
  if (!bought?.supersededBy || bought.supersededBy === open.id) return [open];
  const all = await database.prisma.checkout.findMany({
    where: { userId: open.userId, interval: { not: 'one_time' } },
  });
  const between = successorsOf(bought, all).filter(({ id }) => id !== open.id);
  return [...between.filter(({ completedAt, endedAt }) => !completedAt && !endedAt), open];
}
