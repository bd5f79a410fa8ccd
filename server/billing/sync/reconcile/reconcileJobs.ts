import type { Adapter } from '../../../adapters/adapter.ts';
import type { ReconcileRun } from '../../../database/generated/client.ts';
import type { With } from '../../context.ts';
import type { Job } from '../../jobs/job.ts';
import { comparePrices, recordPriceDrifts } from '../prices/comparePrices.ts';
import { helpReconcile, reconcile } from './reconcile.ts';
import type { Reconciling } from './step.ts';

/** A run may take long; a killed or stopped run resumes. */
const LIMIT_MS = 7 * 86_400_000;
const HELP_EVERY_MS = 5_000;

/**
 * Two per provider, so that an unavailable one does not delay the others: a run when it is due, and help with it.
 * `everyMs` 0: none.
 */
export function reconcileJobs(billing: Reconciling, everyMs: number): Job[] {
  if (everyMs === 0) return [];
  return [...billing.adapters.values()].flatMap((adapter) => [
    runJob(billing, adapter, everyMs),
    {
      name: `reconcile ${adapter.provider} help`,
      everyMs: HELP_EVERY_MS,
      limitMs: LIMIT_MS,
      lateMs: LIMIT_MS,
      runs: 'all',
      run: (signal) => helpReconcile(billing, adapter, signal),
    },
  ]);
}

function runJob(billing: Reconciling, adapter: Adapter, everyMs: number): Job {
  const { provider } = adapter;
  const name = `reconcile ${provider}`;
  return {
    name,
    everyMs,
    limitMs: LIMIT_MS,
    lateMs: 2 * everyMs,
    runs: 'one',
    async run(signal) {
      const since = await lastSuccess(billing, { name, everyMs });
      const run = await reconcile(billing, { adapter, fix: true, trigger: 'schedule', since, signal });
      await tellPrices(billing, adapter, { run, signal });
      const drifts = await billing.database.prisma.drift.count({ where: { runId: run.id } });
      const { customers, failed, stopped } = run;
      billing.log.info({ provider, customers, drifts, failed }, 'Reconciled');
      if (stopped !== null) billing.log.error({ provider, stopped }, 'Too many records are unknown to the provider');
    },
  };
}

/** At most an interval ago. */
async function lastSuccess(
  { database }: With<'database'>,
  { name, everyMs }: Pick<Job, 'name' | 'everyMs'>,
): Promise<Date> {
  const job = await database.prisma.job.findUnique({ where: { name } });
  return new Date(Math.max(Date.now() - everyMs, job?.succeededAt?.getTime() ?? 0));
}

interface RunContext {
  run: ReconcileRun;
  signal: AbortSignal;
}

/** The run itself is complete: a failure to read prices now does not affect it. */
async function tellPrices(
  billing: With<'adapters' | 'database' | 'log' | 'now' | 'plans' | 'prices'>,
  adapter: Adapter,
  { run, signal }: RunContext,
): Promise<void> {
  try {
    await recordPriceDrifts(billing, run, await comparePrices(billing, adapter, { signal }));
  } catch (error) {
    signal.throwIfAborted();
    billing.log.warn({ err: error, provider: adapter.provider }, 'The prices could not be compared');
  }
}
