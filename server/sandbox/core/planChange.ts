import { failed } from './billing.ts';
import { failureOf } from './cards.ts';
import type { Company } from './company.ts';
import { couponFor, discountOn } from './discounts.ts';
import { charge, createInvoice, creditOf, type LineInput } from './invoices.ts';
import { periodEnd, unusedShare } from './periods.ts';
import type { Invoice, Subscription } from './records.ts';
import { refundInvoice } from './refunds.ts';
import { Declined, Refusal } from './refusal.ts';
import {
  cancelMoved,
  changeSubscription,
  liveSubscription,
  patchSubscription,
  recurringInterval,
} from './subscription.ts';

export interface PlanSwitch {
  priceId: string;
  quantity: number;
  /**
   * What happens to the unused, paid part of the period: `now` settles it with an immediate invoice, `next_invoice`
   * carries it over, `none` drops it; `next_period` delays the change until the period ends; `reset` drops it and
   * starts a new period, which is charged immediately.
   */
  proration: 'now' | 'next_invoice' | 'none' | 'next_period' | 'reset';
  /** Proration date; absent: now. */
  at?: number;
  /** One line for the difference, truncated to whole minor units; else credit and charge are rounded separately. */
  asDifference?: boolean;
  /** Refuses the change if the immediate charge fails; else the subscription becomes past due. */
  refusesUnpaid?: boolean;
  /** Refunds the remaining credit to the card; else it reduces the next invoices. */
  paysBack?: boolean;
}

/**
 * Changes the price or quantity. A price with another interval starts a new period, which is charged immediately.
 * Throws a Refusal if the charge fails and `refusesUnpaid` is set.
 */
export function changePlan(company: Company, id: string, plan: PlanSwitch): Subscription {
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
    if (plan.paysBack && creditOf(settlement.lines) < 0) return payBack(company, before, settlement);
    return chargeFor(company, before, { ...settlement, refusesUnpaid: plan.refusesUnpaid });
  });
}

const tell = (company: Company, before: Subscription, patch: Partial<Subscription>) =>
  changeSubscription(company, before, { kind: 'plan', patch });

/** The changed fields, and the lines to charge immediately (empty: no charge). */
interface Settlement {
  patch: Partial<Subscription>;
  lines: LineInput[];
}

/**
 * What a change would do. Prorates with the resolution of the company's clock, discounts included:
 * docs.stripe.com/billing/subscriptions/prorations; polarsource/polar, server/polar/subscription/update.py.
 */
export function settlementOf(company: Company, before: Subscription, plan: PlanSwitch): Settlement {
  const now = company.clock.now();
  const share = unusedShare({ start: before.periodStart, end: before.periodEnd }, plan.at ?? now);
  const interval = recurringInterval(company, plan.priceId);
  const paid = costOf(company, before, before);
  const due = costOf(company, before, plan);
  const forgets = plan.proration === 'none' || plan.proration === 'reset';
  const credit = forgets ? 0 : -Math.round(paid * share);
  if (plan.proration === 'reset' || interval !== recurringInterval(company, before.priceId)) {
    const end = periodEnd(now, interval, now);
    const period = { anchor: now, periodStart: now, periodEnd: end, ...cancelMoved(before, end) };
    const moved = { ...before, ...period, ...pick(plan) };
    return { patch: { ...period, ...pick(plan) }, lines: changeLines(company, { before, moved, credit, due }) };
  }
  if (plan.proration !== 'now') {
    const rest = plan.asDifference ? Math.trunc((due - paid) * share) : credit + Math.round(due * share);
    const carried = forgets ? 0 : rest;
    return { patch: { ...pick(plan), pendingAmount: before.pendingAmount + carried }, lines: [] };
  }
  const moved = { ...before, ...pick(plan), periodStart: now };
  if (!plan.asDifference) {
    return { patch: pick(plan), lines: changeLines(company, { before, moved, credit, due: Math.round(due * share) }) };
  }
  const difference = Math.trunc((due - paid) * share);
  const lines = difference === 0 ? [] : changeLines(company, { before, moved, credit: 0, due: difference });
  return { patch: pick(plan), lines };
}

/** The cost of a whole period, with the current discount. */
function costOf(company: Company, subscription: Subscription, { priceId, quantity }: Sold): number {
  const gross = company.price(priceId).amount * quantity;
  return gross - discountOn(company, couponFor(company, subscription), gross);
}

type Sold = Pick<Subscription, 'priceId' | 'quantity'>;

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
  const unused = line(before, 'Unused time of', credit + before.pendingAmount);
  const lines = [line(moved, 'From now on', due), { ...unused, carried: before.pendingAmount }];
  return lines.filter((each, index) => index === 0 || each.amount !== 0);
}

/** Refunds the credit from the last payment as far as it goes; the rest reduces the next invoices. */
function payBack(company: Company, before: Subscription, { patch, lines }: Settlement): Subscription {
  const isPaid = ({ subscriptionId, status, total, refunded }: Invoice) =>
    subscriptionId === before.id && status === 'paid' && refunded < total;
  const paid = company.store.all('invoices').findLast(isPaid);
  const left = -creditOf(lines);
  const amount = Math.min(left, paid ? paid.total - paid.refunded : 0);
  const subscription = tell(company, before, { ...patch, pendingAmount: amount - left });
  if (paid && amount > 0) refundInvoice(company, paid.id, { amount });
  return subscription;
}

type Charging = Settlement & Pick<PlanSwitch, 'refusesUnpaid'>;

function chargeFor(company: Company, before: Subscription, { patch, lines, refusesUnpaid }: Charging): Subscription {
  const { id, customerId, metadata } = before;
  const of = { customerId, subscriptionId: id };
  const invoice = createInvoice(company, { ...of, reason: 'update', lines, metadata });
  const charged = charge(company, invoice, before);
  const moved = { ...patch, pendingAmount: creditOf(lines), latestInvoiceId: invoice.id };
  if (charged.status !== 'paid') {
    if (refusesUnpaid) throw new Declined(charged.failure ?? failureOf());
    failed(company, { before, unpaid: charged, moved });
    return liveSubscription(company, id);
  }
  const subscription = patchSubscription(company, id, moved);
  const occurrence = { kind: 'subscription_changed', change: 'plan', before, subscription } as const;
  company.emit({ ...occurrence, invoice: charged }, customerId);
  return subscription;
}

const pick = ({ priceId, quantity }: PlanSwitch) => ({ priceId, quantity });
