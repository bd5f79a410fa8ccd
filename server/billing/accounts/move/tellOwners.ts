import type { With } from '../../context.ts';
import { askOwnerCheck } from '../../sync/askOwnerCheck.ts';

/** After an owner changed: open pages are notified, and everything that each owner has is looked at together. */
export async function tellOwners(billing: With<'announce' | 'database'>, owners: readonly string[]): Promise<void> {
  for (const owner of owners) {
    billing.announce(owner);
    await askOwnerCheck(billing.database.jobPool, owner);
  }
}
