import type { Billing } from '../context.ts';
import { findPayers } from './addressOwner.ts';
import { endRequested } from './confirmRequest.ts';

export const REQUESTS = 'requests';

/** Confirmed cancellations that their provider does not have yet, and whose an address is. */
export async function followRequests(billing: Billing, signal: AbortSignal): Promise<void> {
  await findPayers(billing);
  const confirmed = await billing.database.prisma.contractRequest.findMany({
    where: { state: 'confirmed' },
    orderBy: { confirmedAt: 'asc' },
  });
  let failed = 0;
  for (const request of confirmed) {
    signal.throwIfAborted();
    if (!(await endRequested(billing, request))) failed += 1;
  }
  // So that somebody is paged: each of these people has canceled, and would be charged.
  if (failed > 0) throw new Error(`${failed} confirmed cancellations are not at the provider yet`);
}
