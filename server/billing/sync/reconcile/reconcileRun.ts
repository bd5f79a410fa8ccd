import { randomUUID } from 'node:crypto';
import type { Adapter } from '../../../adapters/adapter.ts';
import type { ProviderAccount } from '../../../adapters/calls.ts';
import type { Database, Prisma } from '../../../database/client.ts';
import type { ReconcileRun } from '../../../database/generated/client.ts';
import { withLease } from '../../../database/lease.ts';
import type { With } from '../../context.ts';
import { liveInSql } from '../../records/subscription.ts';
import { pause } from '../pace/pause.ts';

export interface RunWish {
  adapter: Adapter;
  fix: boolean;
  /** Scheduled runs never end what the provider doesn't know; a manual run may. The last two walk the account. */
  trigger: 'schedule' | 'command' | 'import' | 'restore';
  /** Of a walk: only a run with the same inputs is resumed. */
  inputs?: string;
  /** By the billing clock; absent: the database's. */
  startedAt?: Date;
  /** How many subscriptions unknown to the provider the operator allowed to be ended. */
  yesEnd?: number;
  /** Only this user's customers; such a run is not resumed. */
  userId?: string;
  /** A finished run that began later counts too: others finished it after the process that began it died. */
  since?: Date;
}

/** Rather than our records: in order, since a subscription's owner is its customer's. */
export const walksAccount = (trigger: string): boolean => trigger === 'import' || trigger === 'restore';

const RESUMABLE_MS = 7 * 86_400_000;
const CUSTOMERS_IN_SLICE = 500;
const MOST_SLICES = 200;
const MOST_COUNTED = CUSTOMERS_IN_SLICE * MOST_SLICES;
/** Customer ids are evenly distributed UUIDs, so slices are cut by their first four digits. */
const PREFIXES = 0x10000;

/** The running or stopped run of this kind, or the finished one since `since`, else a new one. Throws OtherAccount. */
export async function openRun(
  { database }: With<'database'>,
  wish: RunWish,
  { account, signal }: { account: ProviderAccount; signal?: AbortSignal },
): Promise<ReconcileRun> {
  const { provider } = wish.adapter;
  const open = async () => (await resumable(database, wish, account)) ?? begin(database, wish, account);
  if (wish.userId !== undefined) return open();
  for (;;) {
    const leased = await withLease(database.jobPool, { name: `reconcile:open:${provider}`, signal }, open);
    if (leased.held) return leased.result;
    await pause(50, signal);
  }
}

async function resumable(
  { prisma }: Database,
  { adapter: { provider }, fix, trigger, yesEnd, userId, since, inputs }: RunWish,
  account: ProviderAccount,
): Promise<ReconcileRun | null> {
  if (userId !== undefined || (walksAccount(trigger) && !fix)) return null;
  const finished = since ? [{ finishedAt: { not: null }, startedAt: { gt: since } }] : [];
  const run = await prisma.reconcileRun.findFirst({
    where: {
      provider,
      userId: null,
      fix,
      trigger,
      inputs: inputs ?? null,
      yesEnd: yesEnd ?? null,
      OR: [unfinished(provider), ...finished],
    },
    orderBy: { startedAt: 'desc' },
  });
  return run && !isOther(account, run) ? run : null;
}

/** The slices that processes work on. */
export function unfinished(provider: string): Prisma.ReconcileRunWhereInput {
  const startedAt = { gt: new Date(Date.now() - RESUMABLE_MS) };
  return { provider, userId: null, finishedAt: null, startedAt, slices: { some: {} } };
}

async function begin(database: Database, wish: RunWish, account: ProviderAccount): Promise<ReconcileRun> {
  const { adapter, fix, trigger, yesEnd, userId, inputs, startedAt } = wish;
  const { provider } = adapter;
  if (fix && yesEnd === undefined) refuseOther(account, await lastRepair(database, provider), provider);
  const slices = walksAccount(trigger) ? importSlices(wish) : await comparisonSlices(database, wish);
  const forgotten = { run: { provider, startedAt: { lt: new Date(Date.now() - RESUMABLE_MS) } } };
  await database.prisma.reconcileSlice.deleteMany({ where: forgotten });
  return database.prisma.reconcileRun.create({
    data: {
      id: randomUUID(),
      provider,
      userId,
      fix,
      trigger,
      yesEnd,
      inputs,
      startedAt,
      ...account,
      slices: { create: slices.map((slice, number) => ({ ...slice, number })) },
    },
  });
}

async function comparisonSlices(database: Database, wish: RunWish) {
  const { adapter, fix, userId } = wish;
  const all = userId === undefined;
  const steps = all ? customerSlices(await countCustomers(database, adapter.provider)) : [{ step: 'customers' }];
  const since = all ? await comparedSince(database, adapter) : await runningSince(database, wish);
  const lists = adapter.moneyLists.filter((list) => all || list === 'disputes');
  return [
    ...(fix ? [{ step: 'checkouts' }] : []),
    ...steps,
    { step: 'unlinked' },
    ...lists.map((step) => ({ step, since })),
    { step: 'access' },
    { step: 'unknown' },
  ];
}

/** In this order: a subscription's owner is its customer's, and money belongs to what is recorded. */
function importSlices({ adapter, fix, trigger }: RunWish) {
  const first = trigger === 'import' ? ['prices'] : [];
  const written = fix ? [...adapter.moneyLists, 'second subscriptions'] : [];
  return [...first, 'account customers', 'account subscriptions', ...written].map((step) => ({ step }));
}

const DAY_MS = 86_400_000;

/** A day before the earliest running period began: an invoice may be a little older. */
export async function runningSince(
  { pool }: Database,
  { adapter, userId }: Pick<RunWish, 'adapter' | 'userId'>,
): Promise<string> {
  const { rows } = await pool.query<{ since: Date | null }>(RUNNING_SINCE, [adapter.provider, userId ?? null]);
  return new Date((rows[0]?.since ?? new Date()).getTime() - DAY_MS).toISOString();
}

/** Also what was lost in earlier periods since everything was compared and repaired, or since there are customers here. */
async function comparedSince(database: Database, adapter: Adapter): Promise<string> {
  const running = await runningSince(database, { adapter });
  const { rows } = await database.pool.query<{ since: Date | null }>(REPAIRED_AT, [adapter.provider]);
  const repaired = rows[0]?.since ? new Date(rows[0].since.getTime() - DAY_MS).toISOString() : running;
  return repaired < running ? repaired : running;
}

const REPAIRED_AT = `SELECT coalesce(
  (SELECT max("startedAt") FROM reconcile_run WHERE provider = $1 AND "userId" IS NULL AND fix AND failed = 0
    AND "finishedAt" IS NOT NULL AND trigger IN ('schedule', 'command')),
  (SELECT min("createdAt") FROM customer WHERE provider = $1)) AS since`;

const RUNNING_SINCE = `SELECT min("currentPeriodStart") AS since FROM subscription s
  WHERE provider = $1 AND ($2::text IS NULL OR "userId" = $2) AND ${liveInSql('s')}`;

/** Precise enough to cut slices, without counting a table of millions. */
async function countCustomers({ pool }: Database, provider: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM (SELECT FROM customer WHERE provider = $1 LIMIT $2) AS counted',
    [provider, MOST_COUNTED],
  );
  return rows[0]?.count ?? 0;
}

function customerSlices(customers: number) {
  const count = Math.max(1, Math.ceil(customers / CUSTOMERS_IN_SLICE));
  const bound = (index: number) =>
    Math.floor((index * PREFIXES) / count)
      .toString(16)
      .padStart(4, '0');
  return Array.from({ length: count }, (_, index) => ({
    step: 'customers',
    since: index === 0 ? '' : bound(index),
    until: index === count - 1 ? null : bound(index + 1),
  }));
}

/** The last finished run that could repair: a read-only run with a wrong key is no baseline. */
function lastRepair({ prisma }: Database, provider: string): Promise<ReconcileRun | null> {
  return prisma.reconcileRun.findFirst({
    where: {
      provider,
      fix: true,
      stopped: null,
      finishedAt: { not: null },
      OR: [{ account: { not: null } }, { mode: { not: null } }],
    },
    orderBy: { startedAt: 'desc' },
  });
}

/** The key belongs to another account or mode than the last run's: what it doesn't know proves nothing. */
class OtherAccount extends Error {
  constructor(provider: string, [now, before]: [Account, Account]) {
    super(
      `The key of ${provider} belongs to ${inWords(now)}, the last run's to ${inWords(before)}: nothing was compared. ` +
        'If that is right, confirm how many subscriptions may be ended: billing reconcile --fix --yes-end <n>',
    );
    this.name = 'OtherAccount';
  }
}

type Account = Pick<ReconcileRun, 'account' | 'mode'>;

/** Throws OtherAccount. */
export function refuseOther(now: ProviderAccount, before: Account | null, provider: string): void {
  if (before && isOther(now, before)) throw new OtherAccount(provider, [now, before]);
}

/** A value that the provider doesn't give is no difference. */
function isOther(now: ProviderAccount, before: Account): boolean {
  const differs = (a: string | null, b: string | null) => a !== null && b !== null && a !== b;
  return differs(now.account, before.account) || differs(now.mode, before.mode);
}

function inWords({ account, mode }: Account): string {
  return `${account ?? 'an unnamed account'}${mode ? ` (${mode} mode)` : ''}`;
}
