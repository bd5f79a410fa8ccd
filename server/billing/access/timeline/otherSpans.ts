import { type Catalogue, mostSeats, paidPlan } from '../../../plans/catalogue.ts';
import { type AccessReason, afterDays, laterOf, withoutGrace } from '../access.ts';
import { reasonOfReturn, returnedOf } from './money.ts';
import type { GrantRecord, PurchaseRecord } from './ownerRecords.ts';
import { freeSpans, grantedSpans, type Span, spansBefore } from './span.ts';

/** What one-time purchases grant: periods of one plan follow one another, and returned purchases are left out. */
export function purchaseSpans(catalogue: Catalogue, purchases: readonly PurchaseRecord[]): Span[][] {
  const judged = purchases.map((purchase) => ({
    purchase,
    returned: reasonOfReturn(catalogue.access, returnedOf([purchase])),
  }));
  const kept = judged.flatMap(({ purchase, returned }) => (returned ? [] : [purchase]));
  const spans = judged.flatMap(({ purchase, returned }) => (returned ? [returnedSpans(purchase, returned, kept)] : []));
  for (const plan of new Set(kept.map((purchase) => purchase.plan))) {
    const seats = paidPlan(catalogue, plan)?.seats.min;
    const until = endOf(kept.filter((purchase) => purchase.plan === plan));
    if (seats === undefined) spans.push(freeSpans('unknown_plan'));
    else spans.push(grantedSpans(withoutGrace({ plan, until, reason: 'purchased', seats }), 'not_live'));
  }
  return spans;
}

/** Why a returned purchase grants nothing: until its days would be over, or the next purchase that was kept. */
function returnedSpans({ paidAt, accessDays }: PurchaseRecord, why: AccessReason, kept: readonly PurchaseRecord[]) {
  const over = accessDays === 0 ? [] : [afterDays(paidAt, accessDays).getTime()];
  const next = kept.map((purchase) => purchase.paidAt.getTime()).filter((time) => time >= paidAt.getTime());
  const until = Math.min(...over, ...next);
  return Number.isFinite(until) ? spansBefore(new Date(until), freeSpans(why), freeSpans('not_live')) : freeSpans(why);
}

/** Each period begins at its payment or at the end of the previous period; null: one has no end. */
function endOf(purchases: readonly PurchaseRecord[]): Date | null {
  let end = new Date(0);
  for (const { paidAt, accessDays } of purchases.toSorted((a, b) => a.paidAt.getTime() - b.paidAt.getTime())) {
    if (accessDays === 0) return null;
    end = afterDays(laterOf(paidAt, end), accessDays);
  }
  return end;
}

/** What an operator granted. */
export function grantSpans(catalogue: Catalogue, { plan, until }: GrantRecord): Span[] {
  if (catalogue.access.grants === 'end') return freeSpans('not_live');
  const known = paidPlan(catalogue, plan);
  if (!known) return freeSpans('unknown_plan');
  return grantedSpans(withoutGrace({ plan, until, reason: 'granted', seats: mostSeats(known) }), 'not_live');
}
