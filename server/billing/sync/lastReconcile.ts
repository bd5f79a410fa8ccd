import type { Drift, ReconcileRun } from '../../database/generated/client.ts';
import type { Billing } from '../context.ts';

export interface ReconcileReport {
  provider: string;
  startedAt: string;
  /** null: it still runs, or was stopped. */
  finishedAt: string | null;
  fix: boolean;
  customers: number;
  subscriptions: number;
  drifts: DriftView[];
}

export type DriftView = Pick<Drift, 'class' | 'userId' | 'providerSubscriptionId' | 'ours' | 'theirs' | 'fixed'>;

const MOST_DRIFTS = 500;

/** The newest comparison with a provider's truth, and what it found; null: none was made yet. */
export async function lastReconcile({ database }: Billing): Promise<ReconcileReport | null> {
  const run = await database.prisma.reconcileRun.findFirst({
    orderBy: { startedAt: 'desc' },
    include: { drifts: { orderBy: { id: 'asc' }, take: MOST_DRIFTS } },
  });
  return run && toReport(run);
}

function toReport({
  provider,
  startedAt,
  finishedAt,
  fix,
  customers,
  subscriptions,
  drifts,
}: ReconcileRun & { drifts: Drift[] }): ReconcileReport {
  return {
    ...{ provider, fix, customers, subscriptions },
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    drifts: drifts.map(({ class: name, userId, providerSubscriptionId, ours, theirs, fixed }) => ({
      ...{ class: name, userId, providerSubscriptionId, ours, theirs, fixed },
    })),
  };
}
