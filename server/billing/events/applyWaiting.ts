import type { Billing } from '../context.ts';
import { recordRowFailure } from '../jobs/retry.ts';
import { within } from '../within.ts';
import type { Applied } from './applyEvents.ts';
import type { EventWrite } from './eventWrite.ts';
import { reapply } from './reapply.ts';
import { UNMATCHED } from './sql/lookAgain.ts';

/** With the writer's deadline it stays below the 5 s in which a webhook is answered. */
const FOLLOW_UP_MS = 500;

/** Writes one event and does what its commit made possible. Resolves after the commit; rejects when nothing is sure. */
export async function applyEvent(billing: Billing, write: EventWrite): Promise<Applied> {
  const applied = await billing.writer.apply(write);
  await followUp(billing, applied);
  return applied;
}

/** The event is committed: what can't be done for others now goes on, or is left for the sweep, and never fails its answer. */
export async function followUp(billing: Billing, applied: Applied): Promise<void> {
  if (applied.tied) billing.onTie();
  if (applied.lookAgain.length === 0) return;
  try {
    await within(FOLLOW_UP_MS, applyWaiting(billing, applied.lookAgain));
  } catch (error) {
    billing.log.error({ err: error, ids: applied.lookAgain }, 'Waiting events were left for the sweep');
  }
}

/**
 * Looks at records again after a commit, and applies, in the order of their times, the unmatched events that wait
 * for them. Everyone does so after their own commit, so that of two who missed each other the second sees the first.
 * Resolves to the number of events applied.
 */
export async function applyWaiting(billing: Billing, recordIds: readonly string[]): Promise<number> {
  const tried = new Set<string>();
  let applied = 0;
  for (let ids = [...new Set(recordIds)]; ids.length > 0; ) {
    const due = (await billing.lookAgain(ids)).filter((id) => !tried.has(id));
    const further = new Set<string>();
    for (const id of due) {
      tried.add(id);
      const result = await reapplyOne(billing, id);
      if (result?.outcome !== 'applied') continue;
      applied += 1;
      for (const next of result.lookAgain) further.add(next);
    }
    ids = [...further];
  }
  return applied;
}

/** One event that can't be applied (its provider isn't set up any more, say) holds up no other. */
async function reapplyOne(billing: Billing, ledgerId: string): Promise<Applied | null> {
  try {
    const applied = await reapply(billing, ledgerId);
    if (applied.tied) billing.onTie();
    if (applied.outcome === 'unmatched')
      throw new Error('Its record is known, and it names no known user all the same');
    return applied;
  } catch (error) {
    billing.log.warn({ err: error, ledgerId }, 'A waiting event could not be applied');
    await recordRowFailure(billing.database.jobPool, { job: UNMATCHED, key: ledgerId }, error);
    return null;
  }
}
