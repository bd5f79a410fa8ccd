import type { Billing } from '../context.ts';
import { listPlans, type PlanList } from '../plans/listPlans.ts';

/** The catalogue with the prices that checkouts sell now. */
export function listOwnPlans({ adapter, plans, prices }: Billing): PlanList {
  return listPlans(plans, prices.sold(adapter.provider));
}
