import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Adapter } from '../../adapters/adapter.ts';
import type { Database } from '../../database/client.ts';
import type { ReconcileRun } from '../../database/generated/client.ts';
import type { Billing } from '../context.ts';
import { healCheckouts } from './healCheckouts.ts';
import { type CustomerDrift, reconcileCustomer } from './reconcileCustomer.ts';

const PAGE = 100;
const ATTEMPTS = 5;
const RESUMABLE_MS = 7 * 86_400_000;
/** A run beats after each customer; one that has not for so long has lost its process. */
const SILENT_MS = 120_000;

export interface ReconcileOptions {
  adapter: Adapter;
  fix: boolean;
  /**
   * Whether a repair may end what the provider doesn't know. A wrong key or account makes it know nothing, so only a
   * person who looks at it should say so.
   */
  endUnknown: boolean;
  /** Only this user's customers; such a run is not resumed. */
  userId?: string;
  /** Milliseconds between two customers, so that the provider's rate limit holds. */
  paceMs?: number;
  signal?: AbortSignal;
  onProgress?(run: ReconcileRun): void;
}

/**
 * Compares our records of every known customer with the provider's truth, in the order of our record ids. A run
 * that was stopped goes on where it was; one that is at work in another process is left to it. Rejects when the
 * provider stays away; the run can then be resumed.
 */
export async function reconcile(billing: Billing, options: ReconcileOptions): Promise<ReconcileRun> {
  const run = await openRun(billing, options);
  try {
    return await compareAll(billing, options, run);
  } catch (error) {
    await letGo(billing, run).catch(() => {});
    throw error;
  }
}

async function compareAll(billing: Billing, options: ReconcileOptions, opened: ReconcileRun): Promise<ReconcileRun> {
  const { prisma } = billing.database;
  let run = opened;
  await healStartedCheckouts(billing, options);
  for (;;) {
    const customers = await prisma.customer.findMany({
      where: {
        provider: options.adapter.provider,
        ...(options.userId ? { userId: options.userId } : {}),
        deletedAt: null,
        id: { gt: run.cursor ?? '' },
      },
      orderBy: { id: 'asc' },
      take: PAGE,
    });
    if (customers.length === 0) break;
    for (const customer of customers) {
      options.signal?.throwIfAborted();
      const task = { adapter: options.adapter, customer, fix: options.fix, endUnknown: options.endUnknown };
      const checked = await patiently(() => reconcileCustomer(billing, task), options.signal);
      run = await record(billing, run, { cursor: customer.id, ...checked });
      options.onProgress?.(run);
      await pause(options.paceMs ?? 0, options.signal);
    }
  }
  return prisma.reconcileRun.update({ where: { id: run.id }, data: { finishedAt: new Date() } });
}

async function openRun({ database }: Billing, { adapter, fix, userId }: ReconcileOptions): Promise<ReconcileRun> {
  const { provider } = adapter;
  const { reconcileRun } = database.prisma;
  const stopped = userId
    ? null
    : await reconcileRun.findFirst({
        where: {
          ...{ provider, fix, userId: null, finishedAt: null },
          startedAt: { gt: new Date(Date.now() - RESUMABLE_MS) },
          beatAt: { lt: new Date(Date.now() - SILENT_MS) },
        },
        orderBy: { startedAt: 'desc' },
      });
  if (stopped) {
    const mine = { id: stopped.id, beatAt: stopped.beatAt };
    const { count } = await reconcileRun.updateMany({ where: mine, data: { beatAt: new Date() } });
    if (count === 1) return stopped;
  }
  return reconcileRun.create({ data: { id: randomUUID(), provider, fix, userId } });
}

/** Whoever comes next may go on with it at once. */
async function letGo({ database }: Billing, { id }: ReconcileRun): Promise<void> {
  await database.prisma.reconcileRun.update({ where: { id }, data: { beatAt: new Date(0) } });
}

/** Purchases of which every webhook was lost: their customers aren't known yet, their checkouts are. */
async function healStartedCheckouts(
  billing: Billing,
  { adapter, fix, userId, signal }: ReconcileOptions,
): Promise<void> {
  if (!fix) return;
  const users = await billing.database.prisma.checkout.findMany({
    where: { provider: adapter.provider, completedAt: null, sessionId: { not: null }, ...(userId ? { userId } : {}) },
    distinct: ['userId'],
    select: { userId: true },
  });
  for (const user of users) await patiently(() => healCheckouts(billing, user.userId), signal);
}

interface Checked {
  cursor: string;
  subscriptions: number;
  drifts: CustomerDrift[];
}

async function record(
  { database }: Billing,
  run: ReconcileRun,
  { cursor, subscriptions, drifts }: Checked,
): Promise<ReconcileRun> {
  const news = await withoutKnown(database, run, drifts);
  return database.prisma.reconcileRun.update({
    where: { id: run.id },
    data: {
      cursor,
      beatAt: new Date(),
      customers: { increment: 1 },
      subscriptions: { increment: subscriptions },
      drifts: { create: news.map((drift) => ({ ...drift, provider: run.provider })) },
    },
  });
}

/** A subscription that our records hang on the wrong customer is met twice: there, and at its own customer. */
async function withoutKnown({ prisma }: Database, { id: runId }: ReconcileRun, drifts: CustomerDrift[]) {
  if (drifts.length === 0) return [];
  const ids = drifts.map(({ providerSubscriptionId }) => providerSubscriptionId);
  const known = await prisma.drift.findMany({ where: { runId, providerSubscriptionId: { in: ids } } });
  const keys = new Set(known.map((drift) => `${drift.class} ${drift.providerSubscriptionId}`));
  return drifts.filter((drift) => !keys.has(`${drift.class} ${drift.providerSubscriptionId}`));
}

/** Repeats what fails, ever later: a provider that is busy or away for a moment ends no run. */
async function patiently<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || signal?.aborted) throw error;
      await pause(250 * 2 ** attempt, signal);
    }
  }
}

/** Rejects with the signal's reason as soon as it is aborted. */
function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return sleep(milliseconds, undefined, { signal }).catch(() => signal?.throwIfAborted());
}
