import { listPlans, type PlanList } from '../../plans/listPlans.ts';
import type { With } from '../context.ts';

/** The catalogue with the prices that checkouts sell now. */
export function listOwnPlans({
  adapter,
  plans,
  prices,
  selling,
}: With<'adapter' | 'plans' | 'prices' | 'selling'>): PlanList {
  const { provider } = adapter;
  const offered = prices.sold(provider).map((price) => ({
    ...price,
    takesSeats: prices.takesSeats(provider, price, 2),
    taxIncluded: prices.taxIncluded(provider, price),
  }));
  return { ...listPlans(plans, offered), selling: selling() };
}
