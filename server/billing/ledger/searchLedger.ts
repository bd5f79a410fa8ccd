import type { Prisma } from '../../database/client.ts';
import { escapeLike } from '../../database/escapeLike.ts';
import type { With } from '../context.ts';
import { type LedgerFilter, type LedgerPage, toEntry, whereOf } from './ledger.ts';

/** The most ids that one page scans: it limits the cost of a search, however long the ledger is. */
const WINDOW = 20_000n;

interface SearchPage {
  cursor?: string;
  limit: number;
  window?: bigint;
}

/**
 * The row of a full event id, found by its index. Otherwise the rows whose type, provider or ids contain `text`,
 * ignoring case, newest first. A page may hold fewer than `limit` rows, even none, and still have a next page, because
 * it ends with its window of ids.
 */
export async function searchLedger(
  { adapters, database }: With<'adapters' | 'database'>,
  { text, ...filter }: LedgerFilter & { text: string },
  { cursor, limit, window = WINDOW }: SearchPage,
): Promise<LedgerPage> {
  const { webhookEvent } = database.prisma;
  const named = { eventId: text, provider: { in: [...adapters.keys()] } };
  const exact = await webhookEvent.findMany({ where: { AND: [whereOf(filter), named] }, omit: { body: true } });
  if (exact.length > 0) return { entries: exact.map(toEntry) };
  const newestBelow = async (id?: bigint) =>
    (await webhookEvent.findFirst({ where: { id: { lt: id } }, orderBy: { id: 'desc' }, select: { id: true } }))?.id;
  const top = await newestBelow(cursor === undefined ? undefined : BigInt(cursor));
  if (top === undefined) return { entries: [] };
  const bottom = top - window + 1n;
  const rows = await webhookEvent.findMany({
    where: { AND: [whereOf(filter), { OR: containing(text) }], id: { lte: top, gte: bottom } },
    orderBy: { id: 'desc' },
    take: limit + 1,
    omit: { body: true },
  });
  const entries = rows.slice(0, limit).map(toEntry);
  if (rows.length > limit) return { entries, nextCursor: entries.at(-1)?.id };
  return { entries, nextCursor: (await newestBelow(bottom)) === undefined ? undefined : `${bottom}` };
}

const SEARCHED = ['type', 'nativeType', 'provider', 'eventId', 'userId', 'subscriptionId'] as const;

function containing(text: string): Prisma.WebhookEventWhereInput[] {
  const contains = escapeLike(text);
  return SEARCHED.map((field) => ({ [field]: { contains, mode: 'insensitive' } }));
}
