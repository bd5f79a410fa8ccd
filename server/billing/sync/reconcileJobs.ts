import type { Billing } from '../context.ts';
import type { Job } from '../jobs/job.ts';
import { reconcile } from './reconcile.ts';

/** The strictest provider allows 500 calls a minute. */
const PACE_MS = 150;
const LIMIT_MS = 86_400_000;

/** One a provider, so that one that is away holds up no other. `everyMs` 0: none. */
export function reconcileJobs(billing: Billing, everyMs: number): Job[] {
  if (everyMs === 0) return [];
  return [...billing.adapters.values()].map((adapter) => ({
    ...{ name: `reconcile ${adapter.provider}`, everyMs, limitMs: LIMIT_MS, runs: 'one' },
    async run(signal) {
      const run = await reconcile(billing, { adapter, fix: true, endUnknown: false, paceMs: PACE_MS, signal });
      const drifts = await billing.database.prisma.drift.count({ where: { runId: run.id } });
      billing.log.info({ provider: adapter.provider, customers: run.customers, drifts }, 'Reconciled');
      return 'done';
    },
  }));
}
