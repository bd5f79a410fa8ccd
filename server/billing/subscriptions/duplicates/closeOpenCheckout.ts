import type { Subscription } from '../../../database/generated/client.ts';
import { isUnderWay, openKeyOf } from '../../checkout/open/claim.ts';
import { endForAnother } from '../../checkout/open/supersede.ts';
import type { Billing } from '../../context.ts';

/** Whoever has a subscription buys no second one on a page that is still open: what was bought supersedes it. */
export async function closeOpenCheckout(
  billing: Billing,
  userId: string,
  live: readonly Subscription[],
): Promise<void> {
  const { prisma } = billing.database;
  const openKey = openKeyOf({ userId, interval: 'month' });
  const open = live.length > 0 ? await prisma.checkout.findUnique({ where: { openKey } }) : null;
  if (!open) return;
  if (isUnderWay(open)) throw new Error('A checkout is being started');
  if (!(await endForAnother(billing, open))) return;
  const bought = await prisma.checkout.findFirst({
    where: { userId, subscriptionId: { in: live.map(({ id }) => id) } },
    orderBy: { createdAt: 'desc' },
  });
  const supersededAt = new Date();
  await prisma.$transaction([
    prisma.checkout.updateMany({
      where: { id: open.id, openKey },
      data: { openKey: null, supersededAt, supersededBy: bought?.id ?? null },
    }),
    // What was bought can't be superseded by what was not.
    prisma.checkout.updateMany({
      where: { id: bought?.id ?? '' },
      data: { supersededAt: null, supersededBy: null },
    }),
  ]);
}
