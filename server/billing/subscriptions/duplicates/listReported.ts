import type { Duplicate, Subscription } from '../../../database/generated/client.ts';
import type { With } from '../../context.ts';
import { RENEWS } from '../../records/duplicate.ts';
import { amountTold } from '../../records/subscription.ts';

const MOST = 100;

/** Second live subscriptions that a person must decide about, for operators; times in ISO 8601. */
export async function listReported({ database: { prisma } }: With<'database'>) {
  const rows = await prisma.duplicate.findMany({
    where: { state: { in: ['reported', 'held'] } },
    orderBy: { foundAt: 'desc' },
    take: MOST,
  });
  const userIds = [...new Set(rows.map(({ userId }) => userId))];
  const all = await prisma.subscription.findMany({
    where: { userId: { in: userIds }, ...RENEWS },
    orderBy: { createdAt: 'asc' },
  });
  const owners = userIds.map((userId) => ({
    userId,
    reason: reasonOf(rows.find((row) => row.userId === userId)),
    foundAt: rows.find((row) => row.userId === userId)?.foundAt.toISOString() ?? '',
    subscriptions: all.filter((each) => each.userId === userId).map(toLine),
  }));
  // If one has ended in the meantime, the next check closes the report.
  return owners.filter(({ subscriptions }) => subscriptions.length > 1);
}

/** A held one has no other reason. */
function reasonOf(row: Duplicate | undefined): string {
  return row?.state === 'held' ? 'held' : (row?.reason ?? '');
}

function toLine({ id, plan, interval, currency, taxIncluded, provider, createdAt, ...money }: Subscription) {
  const amount = amountTold(money);
  return { id, plan, interval, amount, currency, taxIncluded, provider, createdAt: createdAt.toISOString() };
}
