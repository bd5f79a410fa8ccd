import type { Books } from '../../../core/books.ts';
import type { Invoice, Subscription } from '../../../core/records.ts';
import { orderId } from '../ids.ts';

/** An invoice over 0, such as for a trial's start or a fully credited change, has no transaction. */
export function isTransaction(invoice: Invoice): boolean {
  return invoice.total + (invoice.discounted ?? 0) > 0;
}

/** An invoice keeps its transaction through all attempts to collect it. */
export function transaction(company: Books, of: Invoice) {
  const subscription = company.store.get('subscriptions', of.subscriptionId ?? '');
  const checkoutId = of.checkoutId ?? subscription?.checkoutId;
  const [line] = of.lines;
  return {
    id: of.paymentId,
    object: 'transaction',
    amount: of.total + (of.discounted ?? 0),
    amount_paid: of.status === 'paid' ? of.total : 0,
    discount_amount: of.discounted ?? 0,
    currency: of.currency.toUpperCase(),
    type: of.reason === 'purchase' ? 'payment' : 'invoice',
    tax_country: 'US',
    tax_amount: 0,
    ...(isDisputed(company, of)
      ? // As in Creem's documentation of `dispute.created`: all of it counts as refunded.
        { status: 'chargeback', refunded_amount: of.total }
      : { status: statusOf(of), refunded_amount: of.refunded }),
    order: checkoutId ? orderId({ id: checkoutId }) : null,
    subscription: of.subscriptionId,
    customer: of.customerId,
    description: of.reason === 'purchase' ? 'One-time payment' : 'Subscription payment',
    ...(subscription && line ? { period_start: line.periodStart, period_end: line.periodEnd } : {}),
    created_at: of.createdAt,
    mode: 'test',
  };
}

function isDisputed({ store }: Books, { id }: Invoice): boolean {
  return store.all('disputes').some((dispute) => dispute.invoiceId === id && dispute.status !== 'won');
}

function statusOf({ status, refunded, total }: Invoice): string {
  if (status === 'open') return 'declined';
  if (status !== 'paid' || refunded === 0) return status;
  return refunded < total ? 'partialRefund' : 'refunded';
}

/** The subscription's latest invoice with an amount due. */
export function lastBill(company: Books, { id, latestInvoiceId }: Subscription): Invoice | undefined {
  const latest = company.store.get('invoices', latestInvoiceId ?? '');
  if (latest && isTransaction(latest)) return latest;
  return company.store.all('invoices').findLast((bill) => bill.subscriptionId === id && isTransaction(bill));
}
