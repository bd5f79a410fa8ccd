import { failed } from './billing.ts';
import type { Company } from './company.ts';
import { couponFor } from './discounts.ts';
import { charge, createInvoice, creditOf, type LineInput } from './invoices.ts';
import { periodEnd, unusedShare } from './periods.ts';
import type { Subscription } from './records.ts';
import { Refusal } from './refusal.ts';
import { cancelMoved, liveSubscription, patchSubscription, recurringInterval } from './subscription.ts';

export interface PlanChange {
  priceId: string;
  quantity: number;
  /**
   * What becomes of the paid rest of the period: `now` settles it with an invoice at once, `next_invoice` carries it
   * over, `none` forgets it; `next_period` changes nothing before the period ends; `reset` settles it like `now` and
   * begins a new period, which is charged at once.
   */
  proration: 'now' | 'next_invoice' | 'none' | 'next_period' | 'reset';
}

/** Moves to another price or quantity. A price of another interval begins a new period, which is charged at once. */
export function changePlan(company: Company, id: string, plan: PlanChange): Subscription {
  return company.act(() => {
    const before = liveSubscription(company, id);
    recurringInterval(company, plan.priceId);
    if (company.price(plan.priceId).currency !== company.price(before.priceId).currency) {
      throw new Refusal('invalid', 'A subscription keeps its currency.', 'price');
    }
    if (plan.proration === 'next_period') return tell(company, before, { pendingUpdate: pick(plan) });
    if (before.status === 'trialing') return tell(company, before, pick(plan));
    const settlement = settlementOf(company, before, plan);
    if (settlement.lines.length === 0) return tell(company, before, settlement.patch);
    return chargeFor(company, before, settlement);
  });
}

function tell(company: Company, before: Subscription, patch: Partial<Subscription>): Subscription {
  const subscription = patchSubscription(company, before.id, patch);
  const occurrence = { kind: 'subscription_changed', change: 'plan', before, subscription, invoice: null } as const;
  company.emit(occurrence, before.customerId);
  return subscription;
}

/** The new state, and the lines to charge at once (none: nothing is charged). */
interface Settlement {
  patch: Partial<Subscription>;
  lines: LineInput[];
}

/** What a change would do, by the company's own proration: each part is rounded to a minor unit by itself. */
export function settlementOf(company: Company, before: Subscription, plan: PlanChange): Settlement {
  const now = company.clock.now();
  const share = unusedShare({ start: before.periodStart, end: before.periodEnd }, now);
  const interval = recurringInterval(company, plan.priceId);
  const paid = company.price(before.priceId).amount * before.quantity;
  const due = company.price(plan.priceId).amount * plan.quantity;
  const credit = plan.proration === 'none' ? 0 : -Math.round(paid * share);
  if (plan.proration === 'reset' || interval !== recurringInterval(company, before.priceId)) {
    const end = periodEnd(now, interval, now);
    const period = { anchor: now, periodStart: now, periodEnd: end, ...cancelMoved(before, end) };
    const moved = { ...before, ...period, ...pick(plan) };
    return { patch: { ...period, ...pick(plan) }, lines: changeLines(company, { before, moved, credit, due }) };
  }
  if (plan.proration !== 'now') {
    const carried = plan.proration === 'none' ? 0 : credit + Math.round(due * share);
    return { patch: { ...pick(plan), pendingAmount: before.pendingAmount + carried }, lines: [] };
  }
  const moved = { ...before, ...pick(plan), periodStart: now };
  const lines = changeLines(company, { before, moved, credit, due: Math.round(due * share) });
  return { patch: pick(plan), lines };
}

interface Rest {
  before: Subscription;
  moved: Subscription;
  credit: number;
  due: number;
}

function changeLines(company: Company, { before, moved, credit, due }: Rest): LineInput[] {
  const line = (of: Subscription, word: string, amount: number): LineInput => ({
    description: `${word} ${of.quantity} × ${company.price(of.priceId).label}`,
    amount,
    priceId: of.priceId,
    quantity: of.quantity,
    proration: true,
    periodStart: moved.periodStart,
    periodEnd: of.periodEnd,
  });
  const lines = [line(moved, 'From now on', due), line(before, 'Unused time of', credit + before.pendingAmount)];
  return lines.filter((each, index) => index === 0 || each.amount !== 0);
}

function chargeFor(company: Company, before: Subscription, { patch, lines }: Settlement): Subscription {
  const { id, customerId, metadata } = before;
  const couponId = couponFor(company, before);
  const of = { customerId, subscriptionId: id, couponId };
  const invoice = createInvoice(company, { ...of, reason: 'update', lines, metadata });
  const charged = charge(company, invoice, before);
  const moved = { ...patch, pendingAmount: creditOf(lines), latestInvoiceId: invoice.id };
  if (charged.status !== 'paid') {
    failed(company, { before, unpaid: charged, moved });
    return liveSubscription(company, id);
  }
  const subscription = patchSubscription(company, id, moved);
  const occurrence = { kind: 'subscription_changed', change: 'plan', before, subscription } as const;
  company.emit({ ...occurrence, invoice: charged }, customerId);
  return subscription;
}

const pick = ({ priceId, quantity }: PlanChange) => ({ priceId, quantity });
