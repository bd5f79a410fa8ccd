import type { Applying } from '../context.ts';
import type { Applied } from './applyBatch.ts';
import { followUp } from './applyEvent.ts';
import { reapply } from './reapply.ts';

/**
 * Applies a ledger event again from its stored body; the order rule protects the records as always. Throws AppError
 * not_found if the ledger lacks the row or its body, or the provider's adapter is not set up.
 */
export async function replayEvent(billing: Applying, ledgerId: string): Promise<Applied> {
  const applied = await reapply(billing, ledgerId);
  await followUp(billing, applied);
  return applied;
}
