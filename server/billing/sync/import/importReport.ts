import type { ReconcileRun } from '../../../database/generated/client.ts';
import type { With } from '../../context.ts';
import { renewsInSql } from '../../records/duplicate.ts';

/** What an import found, or with `dryRun` would record. */
export interface ImportReport {
  run: string;
  provider: string;
  dryRun: boolean;
  /** Why nothing was imported; null: no objection. */
  stopped: string | null;
  /** New here since the import began; a dry run counts customers and subscriptions alone. */
  taken: Record<'customers' | 'subscriptions' | 'payments' | 'refunds' | 'disputes', number>;
  /** Were here before. */
  known: Record<'customers' | 'subscriptions', number>;
  /** Customers for whom no user was found; those who pay first. */
  nobody: Ownerless[];
  /** Customers that the input gives to another user than the one they belong to here; `wanted`: an id, or an address. */
  others: { providerCustomerId: string; userId: string | null; wanted: string | null }[];
  /** Users with several subscriptions that will be charged again. */
  twoLive: { userId: string; subscriptions: string[] }[];
  /** Prices of live subscriptions whose plan is unknown. */
  unclassified: { priceId: string; customers: string[] }[];
  /** Pages of the provider's lists that could not be read or recorded. */
  failed: number;
}

export interface Ownerless {
  providerCustomerId: string;
  /** Its live subscription: plan, interval and status; null: it has none. */
  pays: string | null;
  reason: string;
}

const MEANWHILE = 'it came while the import ran: run it again';

export async function readReport(billing: With<'database'>, run: ReconcileRun): Promise<ImportReport> {
  const { id, provider, fix, stopped, failed } = run;
  const [taken, nobody, others, twoLive, unclassified] = await Promise.all([
    fix ? countTaken(billing, run) : countMissing(billing, run),
    listOwnerless(billing, run),
    listOthers(billing, run),
    listTwoLive(billing, provider),
    listUnclassified(billing, run),
  ]);
  const known = {
    customers: Math.max(0, run.customers - taken.customers),
    subscriptions: Math.max(0, run.subscriptions - taken.subscriptions),
  };
  return { run: id, provider, dryRun: !fix, stopped, taken, known, nobody, others, twoLive, unclassified, failed };
}

const TAKEN = ['customer', 'subscription', 'payment']
  .map((table) => `(SELECT count(*)::int FROM ${table} WHERE provider = $1 AND "createdAt" >= $2) AS ${table}s`)
  .concat(
    ['refund', 'dispute'].map(
      (kind) =>
        `(SELECT count(*)::int FROM refund WHERE provider = $1 AND "createdAt" >= $2 AND kind = '${kind}') AS ${kind}s`,
    ),
  );

async function countTaken(
  { database }: With<'database'>,
  { provider, startedAt }: ReconcileRun,
): Promise<ImportReport['taken']> {
  const text = `SELECT ${TAKEN.join(', ')}`;
  const { rows } = await database.pool.query<ImportReport['taken']>(text, [provider, startedAt]);
  return rows[0] ?? { customers: 0, subscriptions: 0, payments: 0, refunds: 0, disputes: 0 };
}

async function countMissing(
  { database }: With<'database'>,
  { id: runId }: ReconcileRun,
): Promise<ImportReport['taken']> {
  const { drift } = database.prisma;
  const where = { runId, class: 'missing_here' };
  const [customers, subscriptions] = await Promise.all([
    drift.count({ where: { ...where, providerSubscriptionId: '' } }),
    drift.count({ where: { ...where, providerSubscriptionId: { not: '' } } }),
  ]);
  return { customers, subscriptions, payments: 0, refunds: 0, disputes: 0 };
}

async function listOwnerless({ database }: With<'database'>, { id: runId }: ReconcileRun): Promise<Ownerless[]> {
  const rows = await database.prisma.drift.findMany({ where: { runId, class: 'no_owner' }, orderBy: { id: 'asc' } });
  const found = new Map<string, Ownerless>();
  for (const { providerCustomerId, providerSubscriptionId, theirs } of rows) {
    const key = providerCustomerId ?? '';
    const before = found.get(key) ?? { providerCustomerId: key, pays: null, reason: MEANWHILE };
    found.set(key, providerSubscriptionId ? { ...before, pays: theirs } : { ...before, reason: theirs ?? '' });
  }
  const rankOf = ({ pays, providerCustomerId }: Ownerless) => `${pays === null ? 1 : 0} ${providerCustomerId}`;
  return [...found.values()].toSorted((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1));
}

async function listOthers(
  { database }: With<'database'>,
  { id: runId }: ReconcileRun,
): Promise<ImportReport['others']> {
  const where = { runId, class: 'customer', providerSubscriptionId: '' };
  const rows = await database.prisma.drift.findMany({ where, orderBy: { id: 'asc' } });
  return rows.map(({ providerCustomerId, ours, theirs }) => ({
    providerCustomerId: providerCustomerId ?? '',
    userId: ours,
    wanted: theirs,
  }));
}

const TWO_LIVE = `SELECT "userId", array_agg("providerSubscriptionId" ORDER BY "createdAt", id) AS subscriptions
  FROM subscription s WHERE provider = $1 AND ${renewsInSql('s')} GROUP BY 1 HAVING count(*) > 1 ORDER BY 1`;

async function listTwoLive({ database }: With<'database'>, provider: string): Promise<ImportReport['twoLive']> {
  return (await database.pool.query<ImportReport['twoLive'][number]>(TWO_LIVE, [provider])).rows;
}

const UNCLASSIFIED = `SELECT theirs AS "priceId", array_agg(DISTINCT "providerCustomerId") AS customers
  FROM drift WHERE "runId" = $1 AND class = 'price' AND ours IS NULL GROUP BY 1 ORDER BY 1`;

async function listUnclassified(
  { database }: With<'database'>,
  { id }: ReconcileRun,
): Promise<ImportReport['unclassified']> {
  return (await database.pool.query<ImportReport['unclassified'][number]>(UNCLASSIFIED, [id])).rows;
}
