import { nextPeriod } from './billing.ts';
import type { Company } from './company.ts';
import { couponFor, discountOn } from './discounts.ts';
import { charge, createInvoice, creditOf, periodLines } from './invoices.ts';
import { unusedShare } from './periods.ts';
import type { Invoice, Subscription } from './records.ts';
import { Refusal } from './refusal.ts';
import { liveSubscription, patchSubscription } from './subscription.ts';
import { pause, resume } from './subscriptions.ts';

/*
 * Pauses of companies that credit unused time and bill a resumption: the types of stripe 23.1.0, `pause` and `resume` of
 * Subscriptions.d.ts.
 */

/** The paid time that is left reduces the next invoice. */
export function pauseWithCredit(company: Company, id: string, credits: boolean): Subscription {
  return company.act(() => {
    const { status, priceId, quantity, periodStart: start, periodEnd: end } = liveSubscription(company, id);
    const paused = pause(company, id);
    if (!credits || status !== 'active') return paused;
    const gross = company.price(priceId).amount * quantity;
    const paid = gross - discountOn(company, couponFor(company, paused), gross);
    const credit = Math.round(paid * unusedShare({ start, end }, company.clock.now()));
    return patchSubscription(company, id, { pendingAmount: paused.pendingAmount - credit });
  });
}

/** Starts a new period once its invoice is paid; until then the subscription stays paused. */
export function resumeAnew(company: Company, id: string, pays: boolean): void {
  company.act(() => {
    const before = liveSubscription(company, id);
    if (before.status !== 'paused') throw new Refusal('conflict', `The subscription ${id} is not paused.`);
    if (before.trialEnd !== null && before.trialEnd > company.clock.now()) return resume(company, id);
    const { customerId, metadata } = before;
    const { next, lines, couponId } = resumptionOf(company, before);
    const invoice = createInvoice(company, {
      customerId,
      subscriptionId: id,
      couponId,
      reason: 'cycle',
      lines,
      metadata,
    });
    const charged: Invoice = pays || invoice.total === 0 ? charge(company, invoice, before) : invoice;
    if (charged.status !== 'paid') {
      const subscription = patchSubscription(company, id, { latestInvoiceId: invoice.id });
      if (pays)
        company.emit({ kind: 'payment_failed', before, subscription, invoice: charged, attempt: 'first' }, customerId);
      return;
    }
    const moved = { ...next, pendingAmount: creditOf(lines), latestInvoiceId: invoice.id, status: 'active' as const };
    const subscription = patchSubscription(company, id, moved);
    company.emit({ kind: 'renewed', before, subscription, invoice: charged, cause: 'resumed' }, customerId);
  });
}

export function resumptionOf(company: Company, before: Subscription) {
  const next = nextPeriod(company, before, { cause: 'resumed', start: company.clock.now(), newAnchor: true });
  return { next, lines: periodLines(company, { ...before, ...next }), couponId: couponFor(company, before) };
}
