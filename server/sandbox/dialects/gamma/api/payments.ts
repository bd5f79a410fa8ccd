import type { Company } from '../../../core/company.ts';
import type { Dispute, Invoice } from '../../../core/records.ts';
import { dispute, payment } from '../objects/payment.ts';
import type { Call, Route } from './call.ts';
import { notFound } from './errors.ts';
import { page } from './page.ts';

export const paymentRoutes: Route[] = [
  ['get', '/v1/payments/', listPayments],
  ['get', '/v1/payments/:id', retrievePayment],
  ['get', '/v1/disputes/', listDisputes],
  ['get', '/v1/disputes/:id', retrieveDispute],
];

const payments = ({ store }: Company) =>
  store.all('invoices').filter(({ total, attempts }) => total > 0 && attempts > 0);

function listPayments({ company, query }: Call): object {
  const orders = query.texts('order_id');
  const checkouts = query.texts('checkout_id');
  const found = payments(company)
    .filter(({ id }) => orders.length === 0 || orders.includes(id))
    .filter(({ checkoutId }) => checkouts.length === 0 || checkouts.includes(checkoutId ?? ''));
  return page(found, query, (each) => payment(company, each));
}

function retrievePayment({ company, path }: Call): object {
  const found = payments(company).find(({ paymentId }) => paymentId === path.uuid('id'));
  if (!found) throw notFound();
  return payment(company, found);
}

function listDisputes({ company, query }: Call): object {
  const orders = query.texts('order_id');
  const found = company.store
    .all('disputes')
    .filter(({ invoiceId }) => orders.length === 0 || orders.includes(invoiceId));
  return page(found, query, (each) => shown(company, each));
}

function retrieveDispute({ company, path }: Call): object {
  const found = company.store.get('disputes', path.uuid('id') ?? '');
  if (!found) throw notFound();
  return shown(company, found);
}

function shown(company: Company, of: Dispute): object {
  return dispute(company, of, company.store.get('invoices', of.invoiceId) as Invoice);
}
