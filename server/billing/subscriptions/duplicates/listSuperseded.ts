import type { With } from '../../context.ts';
import { PAGE_MS } from '../../deadlines.ts';

const MOST = 3;

interface Choice {
  plan: string;
  interval: string;
}

/** A checkout that the user replaced with another; `at` in ISO 8601. */
export interface SupersededCheckout extends Choice {
  /** null: unknown by now. */
  by: Choice | null;
  /** Whether its page may still be paid, as far as the provider said. */
  payable: boolean;
  at: string;
}

/**
 * From the last day, newest first. A paid one is no longer a checkout, and a closed one matters only until the other is
 * paid.
 */
export async function listSuperseded(billing: With<'database'>, userId: string): Promise<SupersededCheckout[]> {
  const { checkout } = billing.database.prisma;
  const supersededAt = { gt: new Date(Date.now() - PAGE_MS) };
  const rows = await checkout.findMany({
    where: { userId, supersededAt, completedAt: null, sessionId: { not: null } },
    orderBy: { supersededAt: 'desc' },
    take: MOST,
  });
  if (rows.length === 0) return [];
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
