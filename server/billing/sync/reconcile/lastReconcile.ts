import type { Drift, ReconcileRun } from '../../../database/generated/client.ts';
import type { With } from '../../context.ts';

export interface ReconcileReport {
  provider: string;
  startedAt: string;
  /** null: it is still running, or was stopped. */
  finishedAt: string | null;
  fix: boolean;
  customers: number;
  subscriptions: number;
  /** Customers, or users' checkouts, that could not be compared. */
  failed: number;
  /** Why nothing that the provider doesn't know was ended; null: no objection. */
  stopped: string | null;
  drifts: DriftView[];
}

/** `about`: the provider's id of the subscription or, for a difference of the customer itself, of the customer. */
export type DriftView = Pick<Drift, 'class' | 'userId' | 'ours' | 'theirs' | 'fixed'> & { about: string };

const MOST_DRIFTS = 500;

/** The newest comparison with all of a provider's records and its findings; null: none was made yet. */
export async function lastReconcile({ database }: With<'database'>): Promise<ReconcileReport | null> {
  const run = await database.prisma.reconcileRun.findFirst({
    where: { userId: null, trigger: { notIn: ['import', 'restore'] } },
    orderBy: { startedAt: 'desc' },
    include: { drifts: { orderBy: { id: 'asc' }, take: MOST_DRIFTS } },
  });
  return run && toReport(run);
}

function toReport({ startedAt, finishedAt, drifts, ...run }: ReconcileRun & { drifts: Drift[] }): ReconcileReport {
  const { provider, fix, customers, subscriptions, failed, stopped } = run;
  return {
    provider,
    fix,
    customers,
    subscriptions,
    failed,
    stopped,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    drifts: drifts.map(toView),
  };
}

function toView({ class: name, userId, providerSubscriptionId, providerCustomerId, ...drift }: Drift): DriftView {
  const { ours, theirs, fixed } = drift;
  return { class: name, about: providerSubscriptionId || (providerCustomerId ?? ''), userId, ours, theirs, fixed };
}
