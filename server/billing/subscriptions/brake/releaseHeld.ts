import type { Billing } from '../../context.ts';
import { askOwnerCheck } from '../../sync/askOwnerCheck.ts';

/** How many were released. */
export interface Released {
  duplicates: number;
  lateCharges: number;
}

/**
 * Releases what the brakes hold: each is judged afresh, and goes on if nothing else speaks against it. The time in which
 * it was held does not count for its charge's age.
 */
export async function releaseHeld(billing: Billing, { reason, by }: { reason: string; by: string }): Promise<Released> {
  const { prisma, pool } = billing.database;
  const released = { releasedAt: billing.now(), releaseReason: reason };
  const held = await prisma.duplicate.findMany({ where: { state: 'held', releasedAt: null } });
  for (const { subscriptionId, userId } of held) {
    await prisma.duplicate.updateMany({ where: { subscriptionId, state: 'held' }, data: released });
    await askOwnerCheck(pool, userId);
  }
  const late = await prisma.lateCharge.updateMany({ where: { state: 'held' }, data: { state: 'found', ...released } });
  const done = { duplicates: held.length, lateCharges: late.count };
  billing.log.warn({ ...done, reason, by }, 'An operator released held refunds');
  return done;
}
