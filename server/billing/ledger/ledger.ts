import type { Prisma } from '../../database/client.ts';
import type { WebhookEvent } from '../../database/generated/client.ts';
import type { Applying, With } from '../context.ts';
import type { Applied } from '../events/applyBatch.ts';
import { readBodies } from '../events/bodies/bodies.ts';
import { replayEvent } from '../events/replayEvent.ts';
import type { KeptOutcome } from '../records/outcome.ts';
import { SNAPSHOT_TYPE } from '../sync/refetch.ts';
import { firstIdSince } from './firstIdSince.ts';

export interface LedgerFilter {
  outcome?: KeptOutcome;
  provider?: string;
  type?: string;
  userId?: string;
  /** Received at this time or later. */
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
  /** Our own read of the provider, stored among the deliveries: it is read again instead of reapplied. */
  isSnapshot: boolean;
}

export interface LedgerPage {
  entries: LedgerEntry[];
  nextCursor?: string;
}

/** A page of the ledger, newest first. `cursor` is the id of the previous page's last row. */
export async function listLedger(
  { database }: With<'database'>,
  { type, since, ...filter }: LedgerFilter,
  { cursor, limit }: { cursor?: string; limit: number },
): Promise<LedgerPage> {
  const gte = since && (await firstIdSince(database.pool, since));
  const where = { AND: [whereOf({ ...filter, since }), { id: { gte, lt: cursor ? BigInt(cursor) : undefined } }] };
  const list = (named: Prisma.WebhookEventWhereInput) =>
    database.prisma.webhookEvent.findMany({
      where: { AND: [where, named] },
      ...({ orderBy: { id: 'desc' }, take: limit + 1, omit: { body: true } } as const),
    });
  const lists = type ? await Promise.all(namesOf(type).map(list)) : [await list({})];
  const rows = lists.flat().sort((a, b) => (a.id > b.id ? -1 : 1));
  const entries = rows.slice(0, limit).map(toEntry);
  return { entries, nextCursor: rows.length > limit ? entries.at(-1)?.id : undefined };
}

/** By our name of a type and by the provider's: each list uses its own index, and no row is in both. */
function namesOf(type: string): Prisma.WebhookEventWhereInput[] {
  return [{ type }, { nativeType: type, OR: [{ type: null }, { type: { not: type } }] }];
}

const PLACE = { id: true, receivedAt: true, body: true } as const;

/** The stored text of a delivery's body; null: it was dropped, or the row is unknown. */
export async function readBody({ database }: With<'database'>, id: string): Promise<string | null> {
  const row = await database.prisma.webhookEvent.findUnique({ where: { id: BigInt(id) }, select: PLACE });
  return (row && (await readBodies(database.pool, [row])).get(id)) ?? null;
}

const REPLAYED_AT_ONCE = 100;

/**
 * Replays every matching event of the providers that are set up, oldest first, if its body is still stored. Resolves to
 * the number of each outcome.
 */
export async function replayMatching(
  billing: Applying,
  filter: LedgerFilter,
): Promise<{ id: string; applied: Applied }[]> {
  const { prisma, pool } = billing.database;
  const rows = await prisma.webhookEvent.findMany({
    where: {
      AND: [whereOf(filter), { provider: { in: [...billing.adapters.keys()] } }],
      nativeType: { not: SNAPSHOT_TYPE },
    },
    orderBy: [{ occurredAt: 'asc' }, { id: 'asc' }],
    select: { id: true },
  });
  const results: { id: string; applied: Applied }[] = [];
  for (let at = 0; at < rows.length; at += REPLAYED_AT_ONCE) {
    const some = rows.slice(at, at + REPLAYED_AT_ONCE).map(({ id }) => id);
    const where = { id: { in: some } };
    const kept = await readBodies(pool, await prisma.webhookEvent.findMany({ where, select: PLACE }));
    for (const id of some.map(String).filter((name) => kept.has(name)))
      results.push({ id, applied: await replayEvent(billing, id) });
  }
  return results;
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
    isSnapshot: row.nativeType === SNAPSHOT_TYPE,
    occurredAt: row.occurredAt?.toISOString() ?? null,
    receivedAt: row.receivedAt.toISOString(),
    lastReceivedAt: row.lastReceivedAt.toISOString(),
  };
}
