import { z } from 'zod';
import type { CheckoutInterval } from '../adapters/adapter.ts';
import { type Catalogue, paidPlan } from './catalogue.ts';

/** The caller's number of seats; the plans file says which numbers a plan is sold with. */
export const seatCount = z.int().min(1).max(1_000_000);

interface SeatRequest {
  plan: string;
  interval: CheckoutInterval;
  quantity?: number;
}

/**
 * The seats of a purchase: the requested number, else the plan's minimum; null: the plan is not sold with that number.
 * A one-time purchase always has the minimum.
 */
export function seatsOf(catalogue: Catalogue, { plan, interval, quantity }: SeatRequest): number | null {
  const { min, max } = boundsOf(catalogue, { plan, interval });
  const wanted = quantity ?? min;
  return wanted >= min && wanted <= max ? wanted : null;
}

/** The most seats that one purchase can be of. */
export function mostBought(catalogue: Catalogue, offer: Omit<SeatRequest, 'quantity'>): number {
  return boundsOf(catalogue, offer).max;
}

function boundsOf(
  catalogue: Catalogue,
  { plan, interval }: Omit<SeatRequest, 'quantity'>,
): { min: number; max: number } {
  const { min, max } = paidPlan(catalogue, plan)?.seats ?? { min: 1, max: 1 };
  if (interval === 'one_time') return { min, max: min };
  return { min, max: max === 'unlimited' ? Number.POSITIVE_INFINITY : max };
}
