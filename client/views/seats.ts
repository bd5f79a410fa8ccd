import type { Interval, PlanView, SubscriptionView } from '../trpc.ts';

/** No company sells more in one purchase. */
const MOST = 10_000;

/** Whether the buyer chooses how many: once, the plan is sold with its fewest. */
export function isBySeats({ seats: { min, max } }: Pick<PlanView, 'seats'>, interval: Interval): boolean {
  return interval !== 'one_time' && max !== min;
}

/** `max` of a plan with any number. */
export function mostSeats({ seats }: Pick<PlanView, 'seats'>): number {
  return seats.max ?? MOST;
}

interface Chosen {
  interval: Interval;
  /** null: nothing was chosen. */
  seats: number | null;
}

/** The seats of an offer: those that were chosen, else those that one has, within the plan's bounds. */
export function offeredSeats(
  plan: Pick<PlanView, 'name' | 'seats'>,
  { interval, seats }: Chosen,
  subscription: Pick<SubscriptionView, 'isLive' | 'plan' | 'seats'> | null,
): number {
  const { min } = plan.seats;
  if (!isBySeats(plan, interval)) return min;
  const own = subscription?.isLive && subscription.plan === plan.name ? subscription.seats : min;
  return Math.min(mostSeats(plan), Math.max(min, seats ?? own));
}

/** A decimal amount for so many seats, in the same number of decimals. */
export function amountOfSeats(amount: string, seats: number): string {
  const decimals = amount.split('.')[1]?.length ?? 0;
  const minor = BigInt(amount.replace('.', '')) * BigInt(seats);
  const digits = minor.toString().padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Of an address; null: none that can be used. */
export function readSeats(value: string | null): number | null {
  return value !== null && /^[1-9]\d{0,5}$/.test(value) ? Number(value) : null;
}
