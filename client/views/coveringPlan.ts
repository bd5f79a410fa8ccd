import type { PlanView } from '../trpc.ts';
import type { Standing } from './planAction.ts';

/** The plan of the live subscription that gives all of `plan` already; null: none does. The dearer plan stands later. */
export function coveringPlan(
  plans: readonly Pick<PlanView, 'name'>[],
  plan: string,
  standing: Standing | null,
): string | null {
  const subscription = standing?.subscription;
  if (!subscription?.isLive) return null;
  const placeOf = (wanted: string) => plans.findIndex(({ name }) => name === wanted);
  return placeOf(subscription.plan) >= placeOf(plan) ? subscription.plan : null;
}
