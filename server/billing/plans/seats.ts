import { z } from 'zod';
import type { CheckoutInterval } from '../../adapters/adapter.ts';
import { type Catalogue, paidPlan } from './catalogue.ts';

/** As callers name it; which numbers a plan is sold with, the plans file says. */
export const seatCount = z.int().min(1).max(1_000_000);

interface Wanted {
  plan: string;
  interval: CheckoutInterval;
  quantity?: number;
}

/**
 * What a purchase is of: the seats that are named, else the fewest that the plan is sold with; null: the plan isn't sold
 * with so many. A one-time purchase is always of the fewest.
 */
export function seatsOf(catalogue: Catalogue, { plan, interval, quantity }: Wanted): number | null {
  const { min, max } = paidPlan(catalogue, plan)?.seats ?? { min: 1, max: 1 };
  const wanted = quantity ?? min;
  const most = interval === 'one_time' ? min : max === 'unlimited' ? wanted : max;
  return wanted >= min && wanted <= most ? wanted : null;
}
