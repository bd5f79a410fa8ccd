import type { Applying } from '../context.ts';
import { recordRowFailure } from '../jobs/retry.ts';
import type { Applied } from './applyBatch.ts';
import { reapply } from './reapply.ts';
import type { PendingLink } from './rules/reads.ts';
import { UNMATCHED } from './sql/pendingLinks.ts';

/**
 * Checks the links of records after a commit and applies, in order of their times, the unmatched events that wait for
 * them. Every writer does so after its own commit, so of two that missed each other the second sees the first. Resolves
 * to the number of events applied.
 */
export async function applyWaiting(
  billing: Applying,
  { pendingLinks }: Pick<Applied, 'pendingLinks'>,
): Promise<number> {
  const tried = new Set<string>();
  let applied = 0;
  for (let links = pendingLinks; links.length > 0; ) {
    const due = (await billing.checkLinks(links)).filter((id) => !tried.has(id));
    const further: PendingLink[] = [];
    for (const id of due) {
      tried.add(id);
      const result = await reapplyOne(billing, id);
      if (result?.outcome !== 'applied') continue;
      applied += 1;
      further.push(...result.pendingLinks);
    }
    links = further;
  }
  return applied;
}

/** One event that can't be applied (its provider is no longer set up, say) blocks no other. */
async function reapplyOne(billing: Applying, ledgerId: string): Promise<Applied | null> {
  try {
    const applied = await reapply(billing, ledgerId);
    if (applied.refetch) billing.onRefetch();
    if (applied.outcome === 'unmatched') throw new Error('Its record is known, but it still names no known user');
    return applied;
  } catch (error) {
    billing.log.warn({ err: error, ledgerId }, 'A waiting event could not be applied');
    await recordRowFailure(billing.database.jobPool, { job: UNMATCHED, key: ledgerId }, error);
    return null;
  }
}
