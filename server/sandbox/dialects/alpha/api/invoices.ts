import { collectInvoice, writeOff } from '../../../core/besides.ts';
import { failureOf } from '../../../core/cards.ts';
import type { Company } from '../../../core/company.ts';
import { previewBill } from '../../../core/preview.ts';
import type { Invoice } from '../../../core/records.ts';
import { liveSubscription } from '../../../core/subscription.ts';
import { invoice, invoiceLines, invoicePayment } from '../objects/invoice.ts';
import type { Call, Route } from './call.ts';
import { declined, invalid, missing } from './errors.ts';
import { page } from './page.ts';
import { readItemChange } from './subscriptionUpdate.ts';

export const invoiceRoutes: Route[] = [
  ['get', '/v1/invoices', listInvoices],
  ['post', '/v1/invoices/create_preview', preview],
  ['get', '/v1/invoices/:id', ({ company, id }) => invoice(company, find(company, id))],
  ['get', '/v1/invoices/:id/lines', ({ company, id }) => invoiceLines(company, find(company, id))],
  ['post', '/v1/invoices/:id/pay', pay],
  ['post', '/v1/invoices/:id/void', (call) => stop(call, 'void')],
  ['post', '/v1/invoices/:id/mark_uncollectible', (call) => stop(call, 'uncollectible')],
  ['get', '/v1/invoice_payments', listPayments],
];

/** One-time purchases create no invoice in this API. */
const bills = ({ store }: Company) => store.all('invoices').filter(({ reason }) => reason !== 'purchase');

function find(company: Company, id: string): Invoice {
  const found = bills(company).find((each) => each.id === id);
  if (!found) throw missing('invoice', id, 'invoice');
  return found;
}

function listInvoices({ company, given }: Call): object {
  const subscription = given.text('subscription');
  const found = bills(company).filter((each) => subscription === undefined || each.subscriptionId === subscription);
  const shown = found.map((each) => invoice(company, each));
  return page(shown, given, {
    url: '/v1/invoices',
    by: ['customer', 'status', 'collection_method'],
    also: ['subscription'],
  });
}

function listPayments({ company, given }: Call): object {
  const shown = bills(company)
    .filter(({ total }) => total > 0)
    .map((each) => invoicePayment(each));
  const listing = { url: '/v1/invoice_payments', by: ['invoice', 'status'], also: ['payment'] };
  if (!given.has('payment')) return page(shown, given, listing);
  const wanted = given.hash('payment').only('type', 'payment_intent');
  const [type, intent] = [wanted.oneOf('type', ['payment_intent']), wanted.text('payment_intent')];
  if (type === undefined) throw invalid('Missing required param: payment[type].', 'payment[type]', 'parameter_missing');
  const of = shown.filter(({ payment }) => intent === undefined || payment.payment_intent === intent);
  return page(of, given, listing);
}

/** Previews the next invoice, with or without a change of the item. Changes nothing. */
function preview({ company, given }: Call): object {
  given.only('subscription', 'customer', 'subscription_details');
  const before = liveSubscription(company, given.required('subscription'));
  const details = given.hash('subscription_details');
  details.only('items', 'proration_behavior', 'proration_date', 'resume_at', 'billing_cycle_anchor');
  const plan = details.has('items') ? readItemChange(before, details) : null;
  if (details.oneOf('resume_at', ['now'])) return invoice(company, previewBill(company, before, 'resumed'));
  return invoice(company, previewBill(company, before, plan));
}

function pay({ company, id, given }: Call): object {
  given.only();
  const { status } = find(company, id);
  if (status === 'paid') throw invalid('Invoice is already paid', undefined, 'invoice_already_paid');
  if (status !== 'open') throw invalid(`This invoice is ${status}.`);
  collectInvoice(company, id);
  const after = find(company, id);
  if (after.status === 'paid') return invoice(company, after);
  return declined(after.failure ?? failureOf());
}

function stop({ company, id, given }: Call, status: 'void' | 'uncollectible'): object {
  given.only();
  const before = find(company, id);
  if (before.status !== 'open') throw invalid(`This invoice is ${before.status}: only open ones can be written off.`);
  return invoice(company, writeOff(company, id, status));
}
