import { runningSince } from '../reconcile/reconcileRun.ts';
import { moneyStep } from '../reconcile/reconcileSteps.ts';
import type { Step } from '../reconcile/step.ts';
import type { ImportContext } from './importContext.ts';
import { readPricesStep, whyRefused } from './readPrices.ts';
import { reportSecond } from './reportSecond.ts';
import { takeCustomersStep } from './takeCustomers.ts';
import { takeSubscriptionsStep } from './takeSubscriptions.ts';

/** Nothing is written while a live subscription's price is unclassified; a dry run goes on. */
export async function takeImportStep(context: ImportContext, walk: <T>(step: Step<T>) => Promise<void>): Promise<void> {
  const { billing, run, slice } = context;
  if (slice.step === 'prices') return walk(readPricesStep(context));
  const stopped = await whyRefused(context);
  if (stopped !== null) await billing.database.prisma.reconcileRun.update({ where: { id: run.id }, data: { stopped } });
  if (stopped !== null && run.fix) return;
  switch (slice.step) {
    case 'account customers':
      return walk(takeCustomersStep(context));
    case 'account subscriptions':
      return walk(takeSubscriptionsStep(context));
    case 'second subscriptions':
      return reportSecond(context);
    default:
      return walk(moneyStep({ ...context, slice: { ...slice, since: await since(context) } }, slice.step));
  }
}

/** The running periods are known only now: a killed run goes on from the same day. */
async function since({ billing, adapter, run, slice, input }: ImportContext): Promise<string> {
  if (slice.since !== '') return slice.since;
  const running = await runningSince(billing.database, { adapter });
  const { since = running, restoredFrom = since } = input;
  const from = restoredFrom < since ? restoredFrom : since;
  const where = { runId: run.id, step: { in: [...adapter.moneyLists] } };
  await billing.database.prisma.reconcileSlice.updateMany({ where, data: { since: from } });
  return from;
}
