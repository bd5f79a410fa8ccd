import type { Checkout, Duplicate, Subscription } from '../../../database/generated/client.ts';
import { withLease } from '../../../database/lease.ts';
import type { Applying, Billing, With } from '../../context.ts';
import type { ReportReason } from '../../records/duplicate.ts';
import { isGone } from '../../records/gone.ts';
import { hasEnded } from '../../records/subscription.ts';
import { closeOpenCheckout } from './closeOpenCheckout.ts';
import { beginEnd, goOn } from './endDuplicate.ts';
import { type Bought, judgedAt, keptBeside, whyNotEnded, whyNotRefunded } from './judge.ts';
import { boughtBy, chargesOf, readAfresh, readCheckouts, renewingOf } from './readBought.ts';
import { closeReports, report } from './report.ts';
import { tellUntold } from './tellOwner.ts';

/** After this many checks for a missing payment, a person decides. */
const PATIENCE = 5;

/** Checking or ending a user's subscriptions requires the lease on that owner. */
export const ownersLease = (userId: string) => `owner:${userId}`;

/** Finds a user's second live subscription, and ends or reports it. false: another process is working on it. */
export async function lookAtOwner(billing: Billing, userId: string, attempts = 1): Promise<boolean> {
  const lease = { name: ownersLease(userId) };
  const leased = await withLease(billing.database.jobPool, lease, () => look(billing, userId, attempts));
  return leased.held;
}

async function look(billing: Billing, userId: string, attempts: number): Promise<void> {
  const { prisma, pool } = billing.database;
  const begun = await prisma.duplicate.findMany({ where: { userId, state: { in: ['ending', 'refunding'] } } });
  if (await isGone(pool, userId)) return finishForGone(billing, begun);
  await tellUntold(billing, userId);
  const found = await renewingOf(billing, userId);
  await closeOpenCheckout(billing, userId, found);
  if (found.length < 2 && begun.length === 0) return closeReports(billing, userId);
  const ids = begun.flatMap(({ subscriptionId, keptId }) => [subscriptionId, keptId ?? '']);
  const others = await prisma.subscription.findMany({
    where: { id: { in: ids.filter((id) => found.every((one) => one.id !== id)) } },
  });
  await readAfresh(billing, [...found, ...others]);
  for (const row of begun) await goOn(billing, row);
  const live = await renewingOf(billing, userId);
  if (live.length < 2) return closeReports(billing, userId);
  await judgeAll({ billing, live, attempts, checkouts: await readCheckouts(billing, userId) });
  if ((await renewingOf(billing, userId)).length < 2) await closeReports(billing, userId);
}

/** A user who deletes the account in the meantime still gets the refund; the deletion ends the subscription. */
async function finishForGone(
  billing: Applying & With<'announce' | 'baseUrl' | 'outbox' | 'plans'>,
  begun: readonly Duplicate[],
): Promise<void> {
  const { subscription } = billing.database.prisma;
  for (const row of begun) {
    const loser = await subscription.findUnique({ where: { id: row.subscriptionId } });
    if (!hasEnded(loser?.status)) throw new Error('The second subscription of a deleted user has not ended');
    await goOn(billing, row);
  }
}

interface Looking {
  billing: Billing;
  live: readonly Subscription[];
  checkouts: readonly Checkout[];
  attempts: number;
}

async function judgeAll(looking: Looking): Promise<void> {
  const { billing, live, checkouts } = looking;
  const bought = live.map((subscription) => boughtBy(checkouts, subscription));
  const ended = new Set<string>();
  /** Reported or held. */
  let left = 0;
  for (const loser of bought) {
    const kept = keptBeside(loser, bought, checkouts);
    if (!kept || ended.has(kept.id)) continue;
    const reason = await whyOnlyReported(looking, loser, kept);
    const begun = reason === null ? await beginEnd(billing, loser.subscription, kept) : null;
    if (begun?.state === 'ending') {
      await goOn(billing, begun);
      ended.add(loser.subscription.id);
    } else {
      const why = reason ?? 'more than three in 30 days';
      if (!begun) await report(billing, { subscription: loser.subscription, kept, reason: why });
      left += 1;
    }
  }
  const newest = bought.findLast((one) => keptBeside(one, bought, checkouts) === null);
  if (live.length - ended.size - left < 2 || !newest) return;
  const reason = 'not bought on a page that another replaced';
  await report(billing, { subscription: newest.subscription, kept: null, reason });
}

async function whyOnlyReported(
  { billing, attempts }: Looking,
  { subscription }: Bought,
  kept: Subscription,
): Promise<ReportReason | null> {
  if (billing.duplicates === 'report') return 'DUPLICATES=report';
  if (!billing.adapters.has(subscription.provider)) return 'the provider does not tell';
  const row = await billing.database.prisma.duplicate.findUnique({ where: { subscriptionId: subscription.id } });
  const reason =
    whyNotEnded(subscription, kept) ??
    whyNotRefunded(subscription, await chargesOf(billing, subscription), judgedAt(row, billing.now()));
  if (reason === 'its charge is not settled' && attempts < PATIENCE)
    throw new Error('Its charge has not been reported yet');
  return reason;
}
