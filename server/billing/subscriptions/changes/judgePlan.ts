import { subscriptionIntervals } from '../../../adapters/adapter.ts';
import { AppError } from '../../../errors.ts';
import { type Catalogue, paidPlan, seatsWithin } from '../../../plans/catalogue.ts';
import { toDecimal } from '../../../plans/money.ts';
import { UNKNOWN_PLAN } from '../../../plans/planFile.ts';
import type { With } from '../../context.ts';
import { asPaid, pendingIn, type ScheduledChange } from '../../records/scheduledChange.ts';
import type { Changeable } from './changeable.ts';
import type { PlanRequest } from './changeInput.ts';
import { type ConflictReason, conflict } from './conflicts.ts';
import { standingObstacle } from './obstacles.ts';

type Interval = (typeof subscriptionIntervals)[number];

export interface Terms {
  plan: string;
  interval: Interval;
  quantity: number;
}

/** How a wanted plan relates to a subscription. */
export interface JudgedPlan {
  /** The plan that is paid for now. */
  paid: { plan: string; interval: string; quantity: number };
  wanted: Terms & { priceId: string; minorUnits: number; currency: string; taxIncluded: boolean | null };
  /** `none`: it is the paid plan, and a scheduled change is undone. */
  when: 'now' | 'period_end' | 'none';
  pending: ScheduledChange | null;
}

/**
 * More of everything is had at once, less of anything once the paid period is over. Throws AppError: invalid_body for
 * seats beyond the plan's bounds or on a price that isn't by seats, change_not_possible.
 */
export function judgePlan(
  billing: With<'plans' | 'prices'>,
  { live, adapter }: Changeable,
  request: PlanRequest,
): JudgedPlan {
  const { plans, prices } = billing;
  const pending = pendingIn(live);
  const { plan, interval, quantity } = asPaid(live);
  const paid = { plan, interval, quantity: quantity ?? 1 };
  const wanted = wantedTerms(plans, request, paid);
  const price = prices
    .listed(adapter.provider)
    .find((listed) => listed.plan === wanted.plan && listed.interval === wanted.interval);
  const unit = paidPlan(plans, wanted.plan)?.prices[wanted.interval];
  // From a price of nobody knows what, no change has a known direction or cost.
  if (live.plan === UNKNOWN_PLAN || plan === UNKNOWN_PLAN) throw conflict('unknown_plan');
  const obstacle = standingObstacle(live);
  if (obstacle) throw conflict(obstacle.reason, obstacle);
  if (!price || !unit) throw conflict('not_sold');
  const when = whenOf(plans, paid, wanted);
  if (when !== 'none' && !prices.takesSeats(adapter.provider, wanted, wanted.quantity))
    throw request.quantity === undefined ? conflict('not_by_seats') : new AppError('invalid_body');
  const judged = { paid, pending, when };
  if (when === 'none' && !pending) throw conflict('same_plan');
  const untaken = limitOf(adapter.changes, judged, wanted);
  if (untaken) throw conflict(untaken, untaken === 'shorter_interval' ? { until: live.currentPeriodEnd } : {});
  const { currency, minorUnits } = unit;
  const taxIncluded = prices.taxIncluded(adapter.provider, wanted);
  const told = { priceId: price.id, minorUnits: minorUnits * wanted.quantity, currency, taxIncluded };
  return { ...judged, wanted: { ...wanted, ...told } };
}

function wantedTerms(plans: Catalogue, request: PlanRequest, paid: JudgedPlan['paid']): Terms {
  const plan = paidPlan(plans, request.plan);
  const interval = subscriptionIntervals.find((name) => name === (request.interval ?? paid.interval));
  if (!plan || !interval) throw conflict('not_sold');
  const quantity = seatsWithin(plan, request.quantity ?? paid.quantity);
  if (request.quantity !== undefined && quantity !== request.quantity) throw new AppError('invalid_body');
  return { plan: plan.name, interval, quantity };
}

function whenOf(plans: Catalogue, paid: JudgedPlan['paid'], wanted: Terms): JudgedPlan['when'] {
  const rankOf = (plan: string) => paidPlan(plans, plan)?.rank ?? -1;
  const lengthOf = (interval: string) => (subscriptionIntervals as readonly string[]).indexOf(interval);
  const differences = [
    rankOf(wanted.plan) - rankOf(paid.plan),
    lengthOf(wanted.interval) - lengthOf(paid.interval),
    wanted.quantity - paid.quantity,
  ];
  if (differences.some((difference) => difference < 0)) return 'period_end';
  return wanted.plan !== paid.plan || differences.some((difference) => difference > 0) ? 'now' : 'none';
}

/** What the provider can't do. A price with another interval begins a new period, so it cannot be set early. */
function limitOf(
  { waitsAs, planWithSeats }: Changeable['adapter']['changes'],
  { paid, when }: Pick<JudgedPlan, 'paid' | 'when'>,
  wanted: Terms,
): ConflictReason | null {
  const isOtherPrice = wanted.plan !== paid.plan || wanted.interval !== paid.interval;
  if (isOtherPrice && wanted.quantity !== paid.quantity && !planWithSeats) return 'plan_with_seats';
  const isTaken = when !== 'period_end' || waitsAs === 'schedule' || wanted.interval === paid.interval;
  return isTaken ? null : 'shorter_interval';
}

/** null: the subscription is billed in another currency than the plan's price is known in. */
export function amountOf(
  { minorUnits, currency }: JudgedPlan['wanted'],
  live: Pick<Changeable['live'], 'currency'>,
): string | null {
  return currency === live.currency ? toDecimal({ minorUnits, currency }) : null;
}
