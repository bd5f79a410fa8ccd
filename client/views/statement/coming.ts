import { pendingOf } from '../planChange.ts';
import type { ComingPoint, PointMoney, Records } from './points.ts';
import type { StatedSubscription } from './stated.ts';
import type { Statement } from './statement.ts';

/** What comes next, and what ends. */
export function comingOf(statement: Statement, { subscription, now }: Omit<Records, 'payments'>): ComingPoint[] {
  const points = [...(subscription ? nextOf(statement, subscription) : []), ...endingOf(statement, subscription)];
  return points
    .filter(({ at }) => at === null || Date.parse(at) > now.getTime())
    .toSorted((a, b) => (a.at ?? '').localeCompare(b.at ?? ''));
}

function nextOf({ kind, next, plan }: Statement, subscription: StatedSubscription): ComingPoint[] {
  const { seats } = subscription;
  const own = { place: 'coming', money: null, plan, seats } as const;
  const planned = pendingOf(subscription);
  if (next.kind === 'charge' || next.kind === 'first') {
    const money = moneyOf(next.amount, subscription);
    const what = kind === 'no_access' ? 'again' : next.kind === 'first' ? 'first' : 'renews';
    const isOther = planned?.kind === 'plan';
    return [{ ...own, kind: isOther ? 'changes' : what, at: next.at, money, plan: next.plan, seats: next.seats }];
  }
  if (kind === 'awaited') return [{ ...own, kind: 'begins', at: null }];
  if (kind === 'active' && planned?.kind === 'pause') return [{ ...own, kind: 'pauses', at: planned.at }];
  if (next.kind === 'uncollected') return [{ ...own, kind: 'uncharged', at: next.at }];
  return [];
}

/** Without a payment, or in a pause, it ends when it can't be used by itself any more. */
function endingOf({ kind, plan, ends }: Statement, subscription: StatedSubscription | null): ComingPoint[] {
  const isUnpaid = kind === 'past_due' || kind === 'paused';
  const at = (isUnpaid && subscription?.use.usable && subscription.use.until) || ends;
  if (at === null || kind === 'ended') return [];
  return [{ place: 'coming', kind: 'ends', at, money: null, plan, seats: subscription?.seats ?? 1 }];
}

function moneyOf(amount: string | null, { currency, taxIncluded }: StatedSubscription): PointMoney | null {
  return amount === null ? null : { amount, currency, taxIncluded };
}
