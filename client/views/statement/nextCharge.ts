import { add } from '../ledger/decimals.ts';
import { pendingOf } from '../planChange.ts';
import type { StatedSubscription } from './stated.ts';

/** What is charged next; amounts are decimal strings, null: not known before the bill. */
export type NextCharge =
  /** Nothing, as far as is known: the provider was not asked. */
  | { kind: 'none' | 'unasked' }
  /** `first`: it ends a trial. */
  | { kind: 'charge' | 'first'; at: string; amount: string | null; plan: string; seats: number; interval: string }
  /** It renews, and its provider collects nothing for the new period. */
  | { kind: 'uncollected'; at: string }
  /** It rests from then on, and is not charged. */
  | { kind: 'pauses'; at: string }
  /** The period is over, and its renewal is not known yet. */
  | { kind: 'late'; at: string; amount: string | null }
  /** It failed, and is still asked for. */
  | { kind: 'due'; since: string; amount: string | null }
  /** The first payment: it is on its way. */
  | { kind: 'awaited'; since: string; amount: string | null };

type Period = Pick<StatedSubscription, 'status' | 'trialEnd' | 'currentPeriodEnd'>;

/** When the present trial or paid period ends, in ISO 8601. */
export function endOf({ status, trialEnd, currentPeriodEnd }: Period): string {
  return status === 'trialing' ? (trialEnd ?? currentPeriodEnd) : currentPeriodEnd;
}

export function nextCharge(subscription: StatedSubscription, now: Date): NextCharge {
  const { status, paused, isRunning, awaitsPayment, amountKnown, use } = subscription;
  const amount = amountKnown ? subscription.amount : null;
  if (awaitsPayment) return { kind: 'awaited', since: use.failedAt ?? subscription.createdAt, amount };
  // What is owed was billed for the plan that was paid for, whatever comes next.
  if (status === 'past_due')
    return { kind: 'due', since: use.failedAt ?? subscription.currentPeriodStart, amount: subscription.paid.amount };
  if (paused || !isRunning) return { kind: 'none' };
  return renewal(subscription, now);
}

function renewal(subscription: StatedSubscription, now: Date): NextCharge {
  const { status, cancelAtPeriodEnd, cancelAt, currentPeriodEnd, paid, seats } = subscription;
  const at = endOf(subscription);
  const endsFirst = cancelAt !== null && Date.parse(cancelAt) <= Date.parse(currentPeriodEnd);
  const planned = pendingOf(subscription);
  if (cancelAtPeriodEnd || endsFirst) return { kind: 'none' };
  if (planned?.kind === 'pause') return { kind: 'pauses', at: planned.at };
  if (subscription.collectionPaused) return { kind: 'uncollected', at };
  const terms = planned ?? { plan: paid.plan, seats, interval: paid.interval, amount: amountOf(subscription, at) };
  const { plan, interval, amount } = terms;
  if (new Date(at) <= now) return { kind: 'late', at, amount };
  const kind = status === 'trialing' ? 'first' : 'charge';
  return { kind, at, amount, plan, seats: terms.seats, interval };
}

/** Without a waiting change: the present price, and again what a discount takes off that is over by then. */
function amountOf({ amountKnown, amount, amountDiscounted, discountUntil }: StatedSubscription, at: string) {
  if (!amountKnown) return null;
  const isOver = discountUntil !== null && Date.parse(discountUntil) <= Date.parse(at);
  return isOver && amountDiscounted !== null ? add(amount, amountDiscounted) : amount;
}
