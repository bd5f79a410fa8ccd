import { type Catalogue, mostSeats, paidPlan } from '../../plans/catalogue.ts';
import { afterDays } from '../access.ts';
import { reasonOfReturn, returnedOf } from './money.ts';
import type { GrantRecord, PurchaseRecord } from './ownerRecords.ts';
import { freeSpans, grantedSpans, type Span } from './span.ts';

/** What one-time purchases grant: periods of one plan follow one another, and returned purchases are left out. */
export function purchaseSpans(catalogue: Catalogue, purchases: readonly PurchaseRecord[]): Span[][] {
  const kept: PurchaseRecord[] = [];
  const spans: Span[][] = [];
  for (const purchase of purchases) {
    const returned = reasonOfReturn(catalogue.access, returnedOf([purchase]));
    if (returned) spans.push(freeSpans(returned));
    else kept.push(purchase);
  }
  for (const plan of new Set(kept.map((purchase) => purchase.plan))) {
    const seats = paidPlan(catalogue, plan)?.seats.min;
    const until = endOf(kept.filter((purchase) => purchase.plan === plan));
    if (seats === undefined) spans.push(freeSpans('unknown_plan'));
    else spans.push(grantedSpans({ plan, until, endsAt: until, reason: 'purchased', seats }, 'not_live'));
  }
  return spans;
}

/** Each period begins at its payment or at the end of the previous period; null: one has no end. */
function endOf(purchases: readonly PurchaseRecord[]): Date | null {
  let end = new Date(0);
  for (const { paidAt, accessDays } of purchases.toSorted((a, b) => a.paidAt.getTime() - b.paidAt.getTime())) {
    if (accessDays === 0) return null;
    end = afterDays(paidAt > end ? paidAt : end, accessDays);
  }
  return end;
}

/** What an operator granted. */
export function grantSpans(catalogue: Catalogue, { plan, until }: GrantRecord): Span[] {
  if (catalogue.access.grants === 'end') return freeSpans('not_live');
  const known = paidPlan(catalogue, plan);
  if (!known) return freeSpans('unknown_plan');
  return grantedSpans({ plan, until, endsAt: until, reason: 'granted', seats: mostSeats(known) }, 'not_live');
}
