import type { Interval, PlanView, SubscriptionView } from '../trpc.ts';
import { isBySeats } from './seats.ts';

/** What someone has who looks at the plans. Signed out: no subscription and, as far as we know, a trial to be had. */
export interface Standing {
  signedIn: boolean;
  subscription: Pick<
    SubscriptionView,
    'status' | 'isLive' | 'plan' | 'interval' | 'cancelAtPeriodEnd' | 'former' | 'seats'
  > | null;
  trialAvailable: boolean;
}

/** What a plan's button offers; the words are the copy's. */
export type PlanAction =
  | { kind: 'trial'; days: number }
  | { kind: 'subscribe' | 'resubscribe' | 'switch_plan' | 'resume' | 'buy' | 'current' | 'not_offered' | 'start_free' }
  | { kind: 'switch_interval'; interval: 'month' | 'year' }
  | { kind: 'switch_seats'; seats: number };

interface Wanted {
  interval: Interval;
  seats: number;
  /** false: nothing can be bought at the moment. */
  selling?: boolean;
}

/**
 * The offer of `plan` at an interval with so many seats; null: none is made (Free, while a paid plan runs; any, while one
 * runs that only its former company can change; a purchase, while nothing is sold).
 */
export function planAction(
  plan: PlanView,
  { interval, seats, selling = true }: Wanted,
  standing: Standing,
): PlanAction | null {
  const { subscription, signedIn } = standing;
  if (!plan.purchasable) {
    if (!signedIn) return { kind: 'start_free' };
    return subscription?.isLive ? null : { kind: 'current' };
  }
  if (plan.prices[interval] === null) return { kind: 'not_offered' };
  if (!selling && (interval === 'one_time' || !subscription?.isLive)) return null;
  if (interval === 'one_time') return { kind: 'buy' };
  if (subscription?.isLive && subscription.former) return null;
  if (subscription?.isLive) {
    const action = changeAction(plan, { interval, seats }, subscription);
    // The only one that begins with a checkout; the dashboard resumes without one.
    return selling || action.kind !== 'resume' ? action : null;
  }
  if (subscription?.plan === plan.name && subscription.status !== 'incomplete') return { kind: 'resubscribe' };
  return standing.trialAvailable && plan.trialDays > 0
    ? { kind: 'trial', days: plan.trialDays }
    : { kind: 'subscribe' };
}

function changeAction(
  plan: PlanView,
  { interval, seats }: { interval: 'month' | 'year'; seats: number },
  subscription: NonNullable<Standing['subscription']>,
): PlanAction {
  if (subscription.plan !== plan.name) return { kind: 'switch_plan' };
  if (subscription.interval !== interval) return { kind: 'switch_interval', interval };
  if (subscription.cancelAtPeriodEnd) return { kind: 'resume' };
  const isOther = isBySeats(plan, interval) && subscription.seats !== seats;
  return isOther ? { kind: 'switch_seats', seats } : { kind: 'current' };
}
