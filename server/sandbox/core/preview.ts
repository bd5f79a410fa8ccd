import type { Books } from './books.ts';
import type { Company } from './company.ts';
import { couponFor } from './discounts.ts';
import { draftInvoice, type LineInput, periodLines } from './invoices.ts';
import { periodEnd } from './periods.ts';
import { type PlanSwitch, settlementOf } from './planChange.ts';
import type { Invoice, Subscription } from './records.ts';
import { resumptionOf } from './resume.ts';
import { recurringInterval } from './subscription.ts';

/** The subscription's next invoice without changes, or after the change `plan`. Nothing is stored. */
export function previewBill(company: Company, before: Subscription, plan: PlanSwitch | 'resumed' | null): Invoice {
  const { customerId, id, metadata } = before;
  const { lines, reason } = billOf(company, before, plan);
  // Prorated lines already include their discount.
  const couponId = reason === 'update' ? null : couponFor(company, before);
  const draft = draftInvoice(company, { customerId, subscriptionId: id, reason, lines, metadata, couponId });
  return { ...draft, id: `upcoming_${draft.id}` };
}

function billOf(company: Company, before: Subscription, plan: PlanSwitch | 'resumed' | null): Bill {
  if (plan === 'resumed') return { lines: resumptionOf(company, before).lines, reason: 'cycle' };
  return plan ? changed(company, before, plan) : nextPeriod(company, before);
}

interface Bill {
  lines: LineInput[];
  reason: Invoice['reason'];
}

function changed(company: Company, before: Subscription, plan: PlanSwitch): Bill {
  if (before.status === 'trialing') return nextPeriod(company, { ...before, ...plan });
  const { lines, patch } = settlementOf(company, before, plan);
  return lines.length > 0 ? { lines, reason: 'update' } : nextPeriod(company, { ...before, ...patch });
}

function nextPeriod(company: Books & Company, of: Subscription): Bill {
  const { priceId, quantity } = of.pendingUpdate ?? of;
  const start = of.periodEnd;
  const end = periodEnd(start, recurringInterval(company, priceId), of.anchor);
  const { pendingAmount } = of;
  const lines = periodLines(company, { priceId, quantity, pendingAmount, periodStart: start, periodEnd: end });
  return { lines, reason: 'cycle' };
}
