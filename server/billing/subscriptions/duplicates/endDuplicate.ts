import type { Adapter } from '../../../adapters/adapter.ts';
import type { Duplicate, Subscription } from '../../../database/generated/client.ts';
import type { Billing } from '../../context.ts';
import { toDecimal } from '../../plans/money.ts';
import { hasEnded } from '../../records/subscription.ts';
import { refetchWithRetry } from '../../sync/refetch.ts';
import { whyNotEnded } from './judge.ts';
import { refundSettled } from './readBought.ts';
import { report } from './report.ts';
import { tellOwner } from './tellOwner.ts';

const MOST_IN_AN_HOUR = 10;

/** An advisory lock held for the transaction that counts, so that no two processes count at once. */
const ALONE = `SELECT pg_advisory_xact_lock(hashtext('duplicates ended within an hour'))::text`;

/**
 * Stored before the provider is called, so that a process that finds it after a crash can continue. null: so many were
 * ended recently that something else may be wrong.
 */
export async function beginEnd(
  { database }: Billing,
  { id: subscriptionId, userId }: Subscription,
  kept: Subscription,
): Promise<Duplicate | null> {
  const begun = { state: 'ending', keptId: kept.id, reason: null, endingAt: new Date(), doneAt: null, toldAt: null };
  return database.prisma.$transaction(async (tables) => {
    await tables.$queryRawUnsafe(ALONE);
    const { duplicate } = tables;
    const since = new Date(begun.endingAt.getTime() - 3_600_000);
    if ((await duplicate.count({ where: { endingAt: { gt: since } } })) >= MOST_IN_AN_HOUR) return null;
    return duplicate.upsert({
      where: { subscriptionId },
      create: { subscriptionId, userId, ...begun },
      update: begun,
    });
  });
}

/**
 * Does the remaining steps: ends the subscription without proration or credit, then refunds what was paid. Each step
 * first reads the provider, so that steps from before a crash are not repeated. Rejects when it must be retried.
 */
export async function goOn(billing: Billing, row: Duplicate): Promise<void> {
  const { duplicate } = billing.database.prisma;
  const { subscriptionId } = row;
  const [loser, kept] = [await recordOf(billing, subscriptionId), await recordOf(billing, row.keptId ?? '')];
  const adapter = loser && billing.adapters.get(loser.provider);
  if (!adapter) throw new Error('The provider of a second subscription is not set up');
  if (row.state === 'ending') {
    const isOver = await endIt(billing, adapter, { loser, kept });
    if (!isOver) return report(billing, { subscription: loser, kept: null, reason: 'the other one ended meanwhile' });
    await duplicate.update({ where: { subscriptionId }, data: { state: 'refunding' } });
  }
  const given = await giveBack(billing, loser);
  await duplicate.update({ where: { subscriptionId }, data: { state: 'done', doneAt: new Date(), ...given } });
  billing.log.info({ subscriptionId, userId: loser.userId, ...given }, 'A second subscription was ended');
  await tellOwner(billing, { subscription: loser, kind: 'duplicate_ended' });
}

const recordOf = ({ database }: Billing, id: string): Promise<Subscription | null> =>
  database.prisma.subscription.findUnique({ where: { id } });

interface Pair {
  loser: Subscription;
  kept: Subscription | null;
}

/** false: it must not be ended any more, because the other one ended. */
async function endIt(billing: Billing, adapter: Adapter, { loser, kept }: Pair): Promise<boolean> {
  if (hasEnded(loser.status)) return true;
  if (!kept || whyNotEnded(loser, kept) !== null) return false;
  const { id, providerSubscriptionId } = loser;
  await adapter.changeSubscription(providerSubscriptionId, { kind: 'cancel_now' });
  const read = refetchWithRetry(billing, adapter, providerSubscriptionId);
  // A webhook that arrived in the meantime reports the same.
  await read.catch(() => undefined);
  const now = await recordOf(billing, id);
  if (!hasEnded(now?.status)) throw new Error('The second subscription has not ended');
  return true;
}

async function giveBack(billing: Billing, loser: Subscription) {
  const [charge] = await refundSettled(billing, loser, 'duplicate');
  if (!charge) return { amount: null, currency: null };
  return { amount: toDecimal({ minorUnits: charge.amount, currency: charge.currency }), currency: charge.currency };
}
