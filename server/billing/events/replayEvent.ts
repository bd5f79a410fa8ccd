import type { Billing } from '../context.ts';
import type { Applied } from './applyBatch.ts';
import { followUp } from './applyEvent.ts';
import { reapply } from './reapply.ts';

/**
 * Applies an event of the ledger once more, from its stored body; the order rule guards the records as ever.
 * Throws AppError not_found when the ledger lacks the row, its body or its provider's adapter.
 */
export async function replayEvent(billing: Billing, ledgerId: string): Promise<Applied> {
  const applied = await reapply(billing, ledgerId);
  await followUp(billing, applied);
  return applied;
}
