import type { PointMoney } from './statement/points.ts';
import type { StatedSubscription } from './statement/stated.ts';

type Resting = Pick<
  StatedSubscription,
  'paused' | 'currentPeriodEnd' | 'amount' | 'amountKnown' | 'currency' | 'taxIncluded'
>;

/** What is charged as soon as a paused plan is continued; null: nothing, or not known. Paid time that was left comes off it. */
export function continueCost(
  { paused, currentPeriodEnd, amount, amountKnown, currency, taxIncluded }: Resting,
  now: Date,
): PointMoney | null {
  const isDue = paused && new Date(currentPeriodEnd) <= now;
  return isDue && amountKnown ? { amount, currency, taxIncluded, about: true } : null;
}
