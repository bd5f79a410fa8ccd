import type { Adapter } from '../../../adapters/adapter.ts';
import type { Duplicate, Subscription } from '../../../database/generated/client.ts';
import { toDecimal } from '../../../plans/money.ts';
import type { Applying, With } from '../../context.ts';
import { hasEnded } from '../../records/subscription.ts';
import { refetchWithRetry } from '../../sync/refetch.ts';
import { isBraked } from '../brake/brake.ts';
import { whyNotEnded } from './judge.ts';
import { refundSettled } from './readBought.ts';
import { report } from './report.ts';
import { tellOwner } from './tellOwner.ts';

/** How many of a person's subscriptions are ended automatically in 30 days. */
const MOST_A_PERSON = 3;
const PERSONS_DAYS = 30;

/**
 * Stored before the provider is called, so that a process that finds it after a crash can continue. The row is `ending`
 * or, while too many people's were ended recently, `held`; null: too many of this person's were.
 */
export async function beginEnd(
  billing: With<'database' | 'log' | 'now'>,
  { id: subscriptionId, userId }: Subscription,
  kept: Subscription,
): Promise<Duplicate | null> {
  return billing.database.prisma.$transaction(async (tables) => {
    const { duplicate } = tables;
    const before = await duplicate.findUnique({ where: { subscriptionId } });
    const waits = before?.state === 'held' && !before.releasedAt;
    if (waits) return before;
    const endingAt = new Date();
    const since = new Date(endingAt.getTime() - PERSONS_DAYS * 86_400_000);
    const isBrakedNow = !before?.releasedAt && (await isBraked(tables, 'duplicate', userId));
    if ((await duplicate.count({ where: { userId, endingAt: { gt: since } } })) >= MOST_A_PERSON) return null;
    const begun = { keptId: kept.id, reason: null, doneAt: null, notifiedAt: null };
    const data = isBrakedNow
      ? { ...begun, state: 'held', endingAt: null, heldAt: billing.now() }
      : { ...begun, state: 'ending', endingAt };
    if (isBrakedNow)
      billing.log.warn({ subscriptionId, userId }, 'A second subscription is held: too many were ended within an hour');
    return duplicate.upsert({ where: { subscriptionId }, create: { subscriptionId, userId, ...data }, update: data });
  });
}

/**
 * Does the remaining steps: ends the subscription without proration or credit, then refunds what was paid. Each step
 * first reads the provider, so that steps from before a crash are not repeated. Rejects when it must be retried.
 */
export async function goOn(
  billing: Applying & With<'announce' | 'baseUrl' | 'outbox' | 'plans'>,
  row: Duplicate,
): Promise<void> {
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
  billing.log.warn({ subscriptionId, userId: loser.userId, ...given }, 'A second subscription was ended');
  await tellOwner(billing, { subscription: loser, kind: 'duplicate_ended' });
}

const recordOf = ({ database }: With<'database'>, id: string): Promise<Subscription | null> =>
  database.prisma.subscription.findUnique({ where: { id } });

interface Pair {
  loser: Subscription;
  kept: Subscription | null;
}

/** false: it must not be ended any more, because the other one ended. */
async function endIt(billing: Applying, adapter: Adapter, { loser, kept }: Pair): Promise<boolean> {
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

async function giveBack(billing: With<'adapters' | 'database'>, loser: Subscription) {
  const [charge] = await refundSettled(billing, loser, 'duplicate');
  if (!charge) return { amount: null, currency: null };
  return { amount: toDecimal({ minorUnits: charge.amount, currency: charge.currency }), currency: charge.currency };
}
