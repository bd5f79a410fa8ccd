import type { Interval, PlanView } from '../trpc.ts';

const all: Interval[] = ['month', 'year', 'one_time'];

export function offeredIntervals(plans: readonly PlanView[]): Interval[] {
  return all.filter((interval) => plans.some((plan) => isOffered(plan, interval)));
}

export function isOffered(plan: PlanView, interval: Interval): boolean {
  return plan.purchasable && plan.prices[interval] !== null;
}

/** The one that was chosen, or the first that something is offered at. */
export function shownInterval(plans: readonly PlanView[], chosen: Interval): Interval {
  const offered = offeredIntervals(plans);
  return offered.includes(chosen) ? chosen : (offered[0] ?? chosen);
}

/** The plan that stands out: the one that was picked, else the popular one. */
export function raisedPlan(offered: readonly PlanView[], chosen: string | null): PlanView | undefined {
  return offered.find(({ name }) => name === chosen) ?? offered.find(({ popular }) => popular);
}
