import type { MoneyMemory } from '../../../adapters/account.ts';
import type { ReconcileRun, ReconcileSlice } from '../../../database/generated/client.ts';
import { withLease } from '../../../database/lease.ts';
import type { With } from '../../context.ts';
import type { ImportInput } from '../import/importInput.ts';
import { takeImportStep } from '../import/takeImportStep.ts';
import type { Pace } from '../pace/pace.ts';
import { pacedAdapter } from '../pace/pacedAdapter.ts';
import { accessStep } from './accessStep.ts';
import { whyNothingEnds } from './endUnknown.ts';
import { Progress, type RunCounts } from './reconcileProgress.ts';
import { walksAccount } from './reconcileRun.ts';
import { checkoutStep, customerStep, moneyStep, unknownStep, unlinkedStep } from './reconcileSteps.ts';
import type { Step, StepContext, Visited } from './step.ts';

const LEASE = 'reconcile:';
/** A slice is free again this long after a kill -9. */
const LEASE_MS = 6_000;
/** Concurrent calls, so that the rate is reached although answers take a while. */
const LEAST_AT_ONCE = 8;
const MOST_AT_ONCE = 32;
/** After this many failures without a success the cause is not a single customer. */
const MOST_FIRST_FAILURES = 20;

interface Imports {
  input: ImportInput;
  /** As in the import's context. */
  owners: Map<string, string>;
}

export interface RunWork extends Pick<StepContext, 'billing' | 'adapter'> {
  run: ReconcileRun;
  pace: Pace;
  signal: AbortSignal;
  repeatMs?: number;
  memory?: MoneyMemory;
  /** For an import. */
  imports?: Imports;
  onMove(counts: RunCounts): void;
}

/** Works on slices of the run until none is free; slices that other processes hold are left to them. */
export async function workOnSlices(given: RunWork): Promise<void> {
  const work = { memory: {}, ...given };
  for (let worked = true; worked; ) {
    worked = false;
    for (const { number } of await openSlices(work)) {
      work.signal.throwIfAborted();
      const name = `${LEASE}${work.run.id}:${number}`;
      const { held } = await withLease(
        work.billing.database.jobPool,
        { name, signal: work.signal, leaseMs: LEASE_MS },
        (signal) => workOnSlice({ ...work, signal }, number),
      );
      worked ||= held;
    }
  }
  await finishIfDone(work);
}

const FREE = `SELECT EXISTS (SELECT FROM reconcile_slice s WHERE "runId" = $1 AND "finishedAt" IS NULL
  AND (step <> 'unknown' OR NOT EXISTS (SELECT FROM reconcile_slice o WHERE o."runId" = $1 AND o."finishedAt" IS NULL
    AND o.number <> s.number))
  AND NOT EXISTS (SELECT FROM lease WHERE name = '${LEASE}' || s."runId" || ':' || s.number
    AND "expiresAt" > clock_timestamp())) AS free`;

/** Whether slices of the run are left that no process works on. */
export async function hasFreeSlice({ database }: With<'database'>, runId: string): Promise<boolean> {
  const { rows } = await database.jobPool.query<{ free: boolean }>(FREE, [runId]);
  return rows[0]?.free === true;
}

/** What the provider doesn't know is handled after everything else; an import goes on in order. */
async function openSlices({ billing, run }: RunWork): Promise<ReconcileSlice[]> {
  const where = { runId: run.id, finishedAt: null };
  const open = await billing.database.prisma.reconcileSlice.findMany({ where, orderBy: { number: 'asc' } });
  if (walksAccount(run.trigger)) return open.slice(0, 1);
  return open.length > 1 ? open.filter(({ step }) => step !== 'unknown') : open;
}

async function workOnSlice(work: RunWork, number: number): Promise<void> {
  const { reconcileRun, reconcileSlice } = work.billing.database.prisma;
  const where = { runId_number: { runId: work.run.id, number } };
  const slice = await reconcileSlice.findUnique({ where });
  if (!slice || slice.finishedAt) return;
  const run = await reconcileRun.findUniqueOrThrow({ where: { id: work.run.id } });
  const adapter = pacedAdapter(work.adapter, work);
  await takeStep(work, { billing: work.billing, adapter, fix: run.fix, run, slice, memory: work.memory ?? {} });
  await reconcileSlice.update({ where, data: { finishedAt: new Date() } });
}

async function takeStep(work: RunWork, context: StepContext): Promise<void> {
  const { imports } = work;
  if (imports) return takeImportStep({ ...context, ...imports }, (step) => walk(work, context, step));
  switch (context.slice.step) {
    case 'checkouts':
      return walk(work, context, checkoutStep(context));
    case 'customers':
      return walk(work, context, customerStep(context));
    case 'access':
      return walk(work, context, accessStep(context));
    case 'unlinked':
      return walk(work, context, unlinkedStep(context));
    case 'unknown':
      if (context.run.fix && (await mayEnd(context))) await walk(work, context, unknownStep(context));
      return;
    default:
      return walk(work, context, moneyStep(context, context.slice.step));
  }
}

async function mayEnd({ billing, run }: StepContext): Promise<boolean> {
  const stopped = await whyNothingEnds(billing, run);
  if (stopped !== null) await billing.database.prisma.reconcileRun.update({ where: { id: run.id }, data: { stopped } });
  return stopped === null;
}

/** Visits every item of the step, several at once; the first failure that is not the item's own ends it. */
async function walk<T>(work: RunWork, context: StepContext, step: Step<T>): Promise<void> {
  const progress = new Progress(context, work.onMove);
  const visitor = createVisitor(work, context, step);
  const items = itemsOf(step, context.slice.cursor);
  let failed = false;
  const visitAll = async () => {
    for (let next = await items.next(); !next.done && !failed; next = await items.next()) {
      const end = progress.begin(step.keyOf(next.value));
      await end(await visitor(next.value));
    }
  };
  const atOnce = Math.min(MOST_AT_ONCE, Math.max(LEAST_AT_ONCE, Math.ceil(work.adapter.reconcileRate / 2)));
  const visits = Array.from({ length: atOnce }, () =>
    visitAll().catch((error: unknown) => {
      failed = true;
      throw error;
    }),
  );
  const ended = await Promise.allSettled(visits);
  await progress.flush();
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
}

async function* itemsOf<T>(step: Step<T>, cursor: string | null): AsyncGenerator<T, void> {
  for (let after = cursor; ; ) {
    const items = await step.next(after);
    const last = items.at(-1);
    if (last === undefined) return;
    yield* items;
    after = step.keyOf(last);
  }
}

/** Visits one item; one that fails although provider and database answer is set aside until the next run. */
function createVisitor<T>(work: RunWork, { billing, adapter, slice }: StepContext, step: Step<T>) {
  let succeeded = 0;
  let failed = 0;
  return async (item: T): Promise<Visited> => {
    try {
      work.signal.throwIfAborted();
      const visited = await step.visit(item);
      succeeded += 1;
      return visited;
    } catch (error) {
      work.signal.throwIfAborted();
      failed += 1;
      if (succeeded === 0 && failed >= MOST_FIRST_FAILURES) throw error;
      await Promise.all([adapter.fetchAccount(), billing.database.pool.query('SELECT 1')]);
      const reason = error instanceof Error ? error.message : String(error);
      billing.log.warn({ err: error, step: slice.step, key: step.keyOf(item) }, 'Left out of this reconcile');
      return step.failure(item, reason);
    }
  };
}

/** Any process that finds nothing left marks the end; repeating it changes nothing. */
async function finishIfDone({ billing, run }: RunWork): Promise<void> {
  const { reconcileRun, reconcileSlice } = billing.database.prisma;
  if ((await reconcileSlice.count({ where: { runId: run.id, finishedAt: null } })) > 0) return;
  await reconcileRun.updateMany({ where: { id: run.id, finishedAt: null }, data: { finishedAt: new Date() } });
  await reconcileSlice.deleteMany({ where: { runId: run.id } });
}
