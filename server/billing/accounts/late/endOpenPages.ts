import { endForAnother } from '../../checkout/open/supersede.ts';
import type { Applying } from '../../context.ts';
import { unfinishedCheckout } from '../../sync/syncCheckouts.ts';

/** Before a deletion: pages that are still open can't be paid any more, where the provider can end them. */
export async function endOpenPages(billing: Applying, userId: string): Promise<void> {
  const able = [...billing.adapters.values()].filter(({ endCheckout }) => endCheckout).map(({ provider }) => provider);
  const open = await billing.database.prisma.checkout.findMany({
    where: { ...unfinishedCheckout(), userId, provider: { in: able } },
  });
  for (const page of open) await endForAnother(billing, page);
}
