import pg from 'pg';
import { removeOldAttempts } from '../../database/rateLimits.ts';
import { endErasedSubscriptions, erasePersonalData } from '../accounts/eraseUser.ts';
import type { Billing } from '../context.ts';
import { trimLedger } from '../ledger/ledger.ts';
import { reconcile } from './reconcile.ts';

const CHECK_EVERY_MS = 60_000;
/** The strictest provider allows 500 calls a minute. */
const PACE_MS = 150;
const LOCK = "hashtext('subscription-payments schedule')";

export interface ScheduleOptions {
  databaseUrl: string;
  /** 0: never. */
  reconcileEveryMs: number;
  /** Days that the ledger keeps bodies; 0: for ever. */
  ledgerDays: number;
  checkEveryMs?: number;
}

export interface Schedule {
  stop(): Promise<void>;
}

/** Reconciles every provider and trims the ledger when it is time, in one process at once by an advisory lock. */
export function startSchedule(billing: Billing, options: ScheduleOptions): Schedule {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(() => tick(billing, options, stopping.signal));
  }, options.checkEveryMs ?? CHECK_EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort(new Error('The service stops; the next run goes on from here'));
      await running;
    },
  };
}

async function tick(billing: Billing, options: ScheduleOptions, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  try {
    await withLock(options.databaseUrl, async () => {
      await removeOldAttempts(billing.database.pool);
      await erasePersonalData(billing);
      await endErasedSubscriptions(billing);
      if (options.ledgerDays > 0) await trimLedger(billing, options.ledgerDays);
      if (options.reconcileEveryMs > 0) await reconcileDue(billing, options.reconcileEveryMs, signal);
    });
  } catch (error) {
    if (!signal.aborted) billing.log.warn({ err: error }, 'Scheduled work will be tried again');
  }
}

async function reconcileDue(billing: Billing, everyMs: number, signal: AbortSignal): Promise<void> {
  for (const adapter of billing.adapters.values()) {
    const since = new Date(Date.now() - everyMs);
    const recent = await billing.database.prisma.reconcileRun.findFirst({
      where: { provider: adapter.provider, userId: null, finishedAt: { not: null }, startedAt: { gt: since } },
    });
    if (recent) continue;
    const run = await reconcile(billing, { adapter, fix: true, endUnknown: false, paceMs: PACE_MS, signal });
    const drifts = await billing.database.prisma.drift.count({ where: { runId: run.id } });
    billing.log.info({ provider: adapter.provider, customers: run.customers, drifts }, 'Reconciled');
  }
}

/** Holds the lock on a connection of its own, so that it is free again when this process dies. */
async function withLock(databaseUrl: string, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ mine: boolean }>(`SELECT pg_try_advisory_lock(${LOCK}) AS mine`);
    if (rows[0]?.mine) await work();
  } finally {
    await client.end();
  }
}
