import { writeAudit } from '../../../database/audit.ts';
import type { With } from '../../context.ts';
import { ASK_OWNER_CHECK } from '../../sync/askOwnerCheck.ts';

/** How many were released. */
export interface Released {
  duplicates: number;
  lateCharges: number;
}

/** Why, in the operator's own words, and who, as `writeAudit` takes it. */
interface Release {
  reason: string;
  actor: string;
}

/**
 * Releases what the brakes hold: each is judged afresh, and goes on if nothing else speaks against it. The time in which
 * it was held does not count for its charge's age. Each is released in one commit with its row of the audit and what
 * lets it be judged: a repeat after a crash does the rest.
 */
export async function releaseHeld(billing: With<'database' | 'log' | 'now'>, release: Release): Promise<Released> {
  const { prisma } = billing.database;
  const duplicates = await prisma.duplicate.findMany({ where: { state: 'held', releasedAt: null } });
  const lateCharges = await prisma.lateCharge.findMany({ where: { state: 'held' } });
  const done = { duplicates: 0, lateCharges: 0 };
  for (const row of duplicates) done.duplicates += await releaseDuplicate(billing, row, release);
  for (const row of lateCharges) done.lateCharges += await releaseLateCharge(billing, row, release);
  billing.log.warn({ ...done, by: release.actor }, 'An operator released held refunds');
  return done;
}

const action = 'held_released';

/** 0: somebody else released it meanwhile. */
function releaseDuplicate(
  { database, now }: With<'database' | 'now'>,
  { subscriptionId, userId }: { subscriptionId: string; userId: string },
  release: Release,
): Promise<number> {
  return database.prisma.$transaction(async (tables) => {
    const where = { subscriptionId, state: 'held', releasedAt: null };
    const { count } = await tables.duplicate.updateMany({ where, data: { releasedAt: now() } });
    if (count === 0) return 0;
    await tables.$executeRawUnsafe(ASK_OWNER_CHECK, userId);
    await writeAudit(tables, { action, userId, details: { subscription: subscriptionId }, ...release });
    return 1;
  });
}

function releaseLateCharge(
  { database, now }: With<'database' | 'now'>,
  { paymentId, userId }: { paymentId: string; userId: string },
  release: Release,
): Promise<number> {
  return database.prisma.$transaction(async (tables) => {
    const data = { state: 'found', releasedAt: now() };
    const { count } = await tables.lateCharge.updateMany({ where: { paymentId, state: 'held' }, data });
    if (count === 0) return 0;
    await writeAudit(tables, { action, userId, details: { payment: paymentId }, ...release });
    return 1;
  });
}
