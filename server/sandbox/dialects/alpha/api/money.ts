import type { Company } from '../../../core/company.ts';
import { refundInvoice } from '../../../core/refunds.ts';
import { price } from '../objects/catalogue.ts';
import { invoice } from '../objects/invoice.ts';
import { paymentIntent, refund } from '../objects/payment.ts';
import type { Call, Route } from './call.ts';
import { invalid, missing } from './errors.ts';
import { page } from './page.ts';

export const moneyRoutes: Route[] = [
  ['get', '/v1/prices/:id', retrievePrice],
  ['post', '/v1/refunds', createRefund],
  ['get', '/v1/invoices', searchInvoices],
  ['get', '/v1/invoices/:id', retrieveInvoice],
  ['get', '/v1/payment_intents/:id', ({ company, id }) => paymentIntent(company, byPayment(company, id))],
];

function retrievePrice({ company, id }: Call): object {
  const found = company.knownPrice(id);
  if (!found) throw missing('price', id, 'price');
  return price(found);
}

function createRefund({ company, given }: Call): object {
  given.only('payment_intent', 'charge', 'amount', 'reason', 'metadata');
  const payment = given.text('payment_intent') ?? given.text('charge');
  if (!payment) throw invalid('One of the following params should be provided: payment_intent or charge.');
  const paid = byPayment(company, payment);
  const amount = given.integer('amount', { min: 1 });
  const reason = given.oneOf('reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null;
  const made = refundInvoice(company, paid.id, { amount, reason, metadata: given.metadata() });
  return refund(made, paid);
}

function byPayment(company: Company, id: string) {
  const found = company.store.all('invoices').find(({ paymentId, chargeId }) => paymentId === id || chargeId === id);
  if (!found) throw missing('payment_intent', id, 'payment_intent');
  return found;
}

function searchInvoices({ company, given }: Call): object {
  given.only('customer', 'subscription', 'limit', 'starting_after', 'status');
  const customer = given.text('customer');
  const subscription = given.text('subscription');
  const found = company.store
    .all('invoices')
    .filter(({ reason }) => reason !== 'purchase')
    .filter(({ customerId }) => customer === undefined || customerId === customer)
    .filter(({ subscriptionId }) => subscription === undefined || subscriptionId === subscription);
  return page(
    found.map((each) => invoice(company, each)),
    given,
    '/v1/invoices',
  );
}

function retrieveInvoice({ company, id }: Call): object {
  const found = company.store.get('invoices', id);
  if (!found || found.reason === 'purchase') throw missing('invoice', id);
  return invoice(company, found);
}
