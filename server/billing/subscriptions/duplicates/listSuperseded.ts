import type { Billing } from '../../context.ts';

/** As long as a provider's checkout page may stay open. */
const SHOWN_FOR_MS = 24 * 3_600_000;
const MOST = 3;

interface Choice {
  plan: string;
  interval: string;
}

/** A checkout in whose place the person started or bought another; `at` in ISO 8601. */
export interface SupersededCheckout extends Choice {
  /** null: it is not known any more. */
  by: Choice | null;
  /** Whether its page may still be paid, as far as the provider said. */
  payable: boolean;
  at: string;
}

/** Of the last day, newest first. One that was paid is no checkout any more, and one that is closed matters only until the other is paid. */
export async function listSuperseded(billing: Billing, userId: string): Promise<SupersededCheckout[]> {
  const { checkout } = billing.database.prisma;
  const supersededAt = { gt: new Date(Date.now() - SHOWN_FOR_MS) };
  const rows = await checkout.findMany({
    where: { userId, supersededAt, completedAt: null, sessionId: { not: null } },
    orderBy: { supersededAt: 'desc' },
    take: MOST,
  });
  const successors = await checkout.findMany({
    where: { userId, id: { in: rows.flatMap(({ supersededBy }) => supersededBy ?? []) } },
  });
  return rows.flatMap(({ plan, interval, supersededBy, endedAt, supersededAt: at }) => {
    const by = successors.find(({ id }) => id === supersededBy) ?? null;
    if (!at || (endedAt && by?.completedAt)) return [];
    const choice = by && { plan: by.plan, interval: by.interval };
    return [{ plan, interval, by: choice, payable: endedAt === null, at: at.toISOString() }];
  });
}
