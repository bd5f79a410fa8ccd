import type { Prisma } from '../../database/client.ts';
import type { WebhookEvent } from '../../database/generated/client.ts';
import type { Billing } from '../context.ts';
import type { Applied } from '../events/applyEvents.ts';
import { replayEvent } from '../events/replayEvent.ts';
import { TRUTH_TYPE } from '../sync/settle.ts';

export interface LedgerFilter {
  outcome?: string;
  provider?: string;
  type?: string;
  userId?: string;
  /** Received at or after. */
  since?: Date;
}

/** A row of the ledger without its body; timestamps in ISO 8601. */
export interface LedgerEntry {
  id: string;
  provider: string;
  eventId: string;
  type: string | null;
  nativeType: string | null;
  occurredAt: string | null;
  receivedAt: string;
  lastReceivedAt: string;
  deliveries: number;
  outcome: string;
  reason: string | null;
  error: string | null;
  warnings: string[];
  userId: string | null;
  subscriptionId: string | null;
}

export interface LedgerPage {
  entries: LedgerEntry[];
  nextCursor?: string;
}

/** A page of the ledger, newest first. `cursor` is the last row's id of the page before. */
export async function listLedger(
  { database }: Billing,
  filter: LedgerFilter,
  { cursor, limit }: { cursor?: string; limit: number },
): Promise<LedgerPage> {
  const rows = await database.prisma.webhookEvent.findMany({
    where: { ...whereOf(filter), ...(cursor ? { id: { lt: BigInt(cursor) } } : {}) },
    orderBy: { id: 'desc' },
    take: limit + 1,
    omit: { body: true },
  });
  const entries = rows.slice(0, limit).map(toEntry);
  return { entries, nextCursor: rows.length > limit ? entries.at(-1)?.id : undefined };
}

/** The stored text of a delivery's body; null once it was dropped, or for an unknown row. */
export async function readBody({ database }: Billing, id: string): Promise<string | null> {
  const row = await database.prisma.webhookEvent.findUnique({ where: { id: BigInt(id) }, select: { body: true } });
  return row?.body ?? null;
}

/** Applies every matching event of the providers that are set up again, oldest first. Resolves to what became of each. */
export async function replayMatching(
  billing: Billing,
  filter: LedgerFilter,
): Promise<{ id: string; applied: Applied }[]> {
  const rows = await billing.database.prisma.webhookEvent.findMany({
    where: {
      AND: [whereOf(filter), { provider: { in: [...billing.adapters.keys()] } }],
      body: { not: null },
      nativeType: { not: TRUTH_TYPE },
    },
    orderBy: [{ occurredAt: 'asc' }, { id: 'asc' }],
    select: { id: true },
  });
  const results: { id: string; applied: Applied }[] = [];
  for (const { id } of rows) results.push({ id: `${id}`, applied: await replayEvent(billing, `${id}`) });
  return results;
}

/** Drops bodies older than `days`, then whole rows older than twice that. Resolves to the rows touched. */
export async function trimLedger({ database }: Billing, days: number): Promise<number> {
  const before = (factor: number) => new Date(Date.now() - factor * days * 86_400_000);
  const settled = { outcome: { notIn: ['failed', 'unmatched'] } };
  const { webhookEvent } = database.prisma;
  const bodies = await webhookEvent.updateMany({
    where: { ...settled, receivedAt: { lt: before(1) }, body: { not: null } },
    data: { body: null },
  });
  const rows = await webhookEvent.deleteMany({ where: { ...settled, receivedAt: { lt: before(2) } } });
  return bodies.count + rows.count;
}

export function whereOf({ outcome, provider, type, userId, since }: LedgerFilter): Prisma.WebhookEventWhereInput {
  const named = Object.fromEntries(
    Object.entries({ outcome, provider, userId }).filter(([, value]) => value !== undefined),
  );
  return {
    ...named,
    ...(type ? { OR: [{ type }, { nativeType: type }] } : {}),
    ...(since ? { receivedAt: { gte: since } } : {}),
  };
}

export function toEntry(row: Omit<WebhookEvent, 'body'>): LedgerEntry {
  const { customerId: _c, paymentId: _p, waitingFor: _w, ...rest } = row;
  return {
    ...rest,
    id: row.id.toString(),
    occurredAt: row.occurredAt?.toISOString() ?? null,
    receivedAt: row.receivedAt.toISOString(),
    lastReceivedAt: row.lastReceivedAt.toISOString(),
  };
}
