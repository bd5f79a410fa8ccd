import { type Catalogue, mostSeats, paidPlan } from '../plans/catalogue.ts';
import { type Access, afterDays, freeBecause } from './access.ts';
import { reasonOfReturn } from './returned.ts';
import type { GrantSource, PurchaseSource } from './sources.ts';

/**
 * What a user's one-time purchases grant: periods of one plan follow one another, and refunded purchases are left out.
 */
export function purchaseAccess(catalogue: Catalogue, purchases: readonly PurchaseSource[], now: Date): Access[] {
  const left: PurchaseSource[] = [];
  const access: Access[] = [];
  for (const purchase of purchases) {
    const returned = reasonOfReturn(catalogue.access, purchase.money);
    if (returned) access.push(freeBecause(returned));
    else left.push(purchase);
  }
  for (const plan of new Set(left.map((purchase) => purchase.plan))) {
    const until = endOf(left.filter((purchase) => purchase.plan === plan));
    const seats = paidPlan(catalogue, plan)?.seats.min;
    if (seats === undefined) access.push(freeBecause('unknown_plan'));
    else access.push(lasting({ plan, until, reason: 'purchased', seats }, now));
  }
  return access;
}

/** What an operator granted. */
export function grantAccess(catalogue: Catalogue, { plan, endsAt: until }: GrantSource, now: Date): Access {
  if (catalogue.access.grants === 'end') return freeBecause('not_live');
  const known = paidPlan(catalogue, plan);
  if (!known) return freeBecause('unknown_plan');
  return lasting({ plan, until, reason: 'granted', seats: mostSeats(known) }, now);
}

function lasting(access: Omit<Access, 'endsAt'>, now: Date): Access {
  const { until } = access;
  return until === null || now < until ? { ...access, endsAt: until } : freeBecause('not_live');
}

/** Each period begins at its payment or at the end of the previous period; null: one has no end. */
function endOf(purchases: readonly PurchaseSource[]): Date | null {
  let end = new Date(0);
  for (const { startsAt, days } of purchases.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())) {
    if (days === 0) return null;
    end = afterDays(startsAt > end ? startsAt : end, days);
  }
  return end;
}
