import type { Adapter } from '../../../adapters/adapter.ts';
import type { ReconcileRun } from '../../../database/generated/client.ts';
import type { With } from '../../context.ts';
import type { ImportInput } from '../import/importInput.ts';
import { ownPace, type Pace, sharedPace } from '../pace/pace.ts';
import { pacedAdapter } from '../pace/pacedAdapter.ts';
import { pause } from '../pace/pause.ts';
import type { RunCounts } from './reconcileProgress.ts';
import { openRun, type RunWish, refuseOther, unfinished } from './reconcileRun.ts';
import { hasFreeSlice, workOnSlices } from './reconcileSlice.ts';
import type { Reconciling } from './step.ts';

const LOOK_AGAIN_MS = 500;

export interface ReconcileOptions extends RunWish {
  /** Milliseconds between two calls of this process; absent: the provider's rate, shared by all processes. */
  paceMs?: number;
  /** The wait before a failed call is retried; it doubles each time. Default: half a second. */
  repeatMs?: number;
  signal?: AbortSignal;
  /** For an import. */
  input?: ImportInput;
  onProgress?(counts: RunCounts): void;
}

/**
 * Compares our records of every known customer with the provider's. Several processes share the work and the provider's
 * rate; a run that was stopped or killed resumes. Resolves when the run is finished, also by other processes; rejects
 * when the provider stays unavailable, and the run can then be resumed. Throws OtherAccount.
 */
export async function reconcile(billing: Reconciling, options: ReconcileOptions): Promise<ReconcileRun> {
  const { adapter, paceMs, repeatMs, input, signal = new AbortController().signal, onProgress = () => {} } = options;
  const pace = paceMs === undefined ? usualPace(billing, adapter) : ownPace(paceMs);
  const account = await pacedAdapter(adapter, { pace, signal, repeatMs }).fetchAccount();
  const run = await openRun(billing, options, { account, signal });
  const imports = input && { input, owners: new Map<string, string>() };
  for (;;) {
    await workOnSlices({ billing, adapter, run, pace, signal, repeatMs, imports, onMove: onProgress });
    const now = await billing.database.prisma.reconcileRun.findUniqueOrThrow({ where: { id: run.id } });
    if (now.finishedAt) return now;
    await pause(LOOK_AGAIN_MS, signal);
  }
}

/** Helps with the scheduled run that another process started, as long as slices are free. Throws OtherAccount. */
export async function helpReconcile(billing: Reconciling, adapter: Adapter, signal: AbortSignal): Promise<void> {
  const where = { ...unfinished(adapter.provider), trigger: 'schedule' };
  const run = await billing.database.prisma.reconcileRun.findFirst({ where, orderBy: { startedAt: 'desc' } });
  if (!run || !(await hasFreeSlice(billing, run.id))) return;
  const pace = usualPace(billing, adapter);
  refuseOther(await pacedAdapter(adapter, { pace, signal }).fetchAccount(), run, adapter.provider);
  await workOnSlices({ billing, adapter, run, pace, signal, onMove: () => {} });
}

function usualPace({ database }: With<'database'>, { provider, reconcileRate }: Adapter): Pace {
  return sharedPace(database.jobPool, { provider, perSecond: reconcileRate });
}
