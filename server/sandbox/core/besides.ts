import { retryInvoice } from './billing.ts';
import type { Company } from './company.ts';
import { charge, createInvoice } from './invoices.ts';
import type { Invoice, Subscription } from './records.ts';
import { Refusal } from './refusal.ts';
import { liveSubscription, patchSubscription } from './subscription.ts';

/*
 * Invoices outside of the billing cycle, for companies whose API supports them: docs.stripe.com/invoicing/overview.
 * What this means for the subscription's status: docs.stripe.com/billing/subscriptions/overview.
 */

/** Bills something besides the plan. The subscription's status stays the same, whether or not the invoice is paid. */
export function billBesides(company: Company, subscriptionId: string, amount: number): Invoice {
  return company.act(() => {
    refuseElsewhere(company);
    const { customerId, priceId, metadata } = liveSubscription(company, subscriptionId);
    const now = company.clock.now();
    const line = { description: 'Set-up', amount, priceId, quantity: 1, periodStart: now, periodEnd: now };
    const bill = createInvoice(company, { customerId, subscriptionId, reason: 'manual', lines: [line], metadata });
    return collectBeside(company, bill);
  });
}

function collectBeside(company: Company, bill: Invoice): Invoice {
  const invoice = charge(company, bill, company.store.get('subscriptions', bill.subscriptionId ?? '') ?? null);
  company.emit({ kind: 'billed_besides', invoice }, invoice.customerId);
  return invoice;
}

/** Retries an open invoice, whatever it is for. */
export function collectInvoice(company: Company, id: string): void {
  const open = company.store.get('invoices', id);
  if (open?.reason === 'manual' && open.status === 'open') company.act(() => void collectBeside(company, open));
  else retryInvoice(company, id);
}

/**
 * Stops collecting the invoice. If it was the latest invoice of a past-due or unpaid subscription, the subscription
 * becomes active again.
 */
export function writeOff(company: Company, id: string, status: 'void' | 'uncollectible'): Invoice {
  return company.act(() => {
    refuseElsewhere(company);
    const open = company.store.get('invoices', id);
    if (open?.status !== 'open') throw new Refusal('conflict', `The invoice ${id} is not open.`);
    const gone = { status, nextAttemptAt: null, writtenOffAt: company.clock.now() };
    const invoice = company.store.update('invoices', id, gone);
    const before = company.store.get('subscriptions', open.subscriptionId ?? '') ?? null;
    const goesOn = before !== null && before.latestInvoiceId === id && isOwing(before);
    const subscription = goesOn ? patchSubscription(company, before.id, { status: 'active' }) : before;
    company.emit({ kind: 'written_off', before, subscription, invoice }, invoice.customerId);
    return invoice;
  });
}

const isOwing = ({ status }: Subscription) => status === 'past_due' || status === 'unpaid';

function refuseElsewhere({ dialect }: Company): void {
  if (!dialect.handlesInvoices) throw new Refusal('invalid', `Shops of ${dialect.name} can't handle single bills.`);
}
