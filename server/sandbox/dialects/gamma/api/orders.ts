import type { Invoice } from '../../../core/records.ts';
import { refundInvoice } from '../../../core/refunds.ts';
import { customerByExternalId } from '../objects/customer.ts';
import { order, refund } from '../objects/order.ts';
import type { Call, Route } from './call.ts';
import { alreadyRefunded, badRequest, notFound, unusable } from './errors.ts';
import { page } from './page.ts';

const AMOUNT = { min: 1, max: Number.MAX_SAFE_INTEGER };
const reasons = [
  ...['duplicate', 'fraudulent', 'customer_request', 'service_disruption'],
  ...['satisfaction_guarantee', 'other'],
];

export const orderRoutes: Route[] = [
  ['get', '/v1/orders/', search],
  ['get', '/v1/orders/:id', retrieve],
  ['get', '/v1/orders/:id/invoice', invoiceOf],
  ['post', '/v1/orders/:id/invoice', generateInvoice, 202],
  ['get', '/v1/refunds/', searchRefunds],
  ['post', '/v1/refunds/', createRefund, 201],
];

function search({ company, query }: Call): object {
  const external = query.texts('external_customer_id').map((id) => customerByExternalId(company, id)?.id ?? '');
  const customers = [...query.texts('customer_id'), ...external];
  const products = query.texts('product_id');
  const checkouts = query.texts('checkout_id');
  const subscription = query.text('subscription_id');
  const found = company.store
    .all('invoices')
    .filter(({ customerId }) => customers.length === 0 || customers.includes(customerId))
    .filter(({ lines }) => products.length === 0 || products.includes(lines[0]?.priceId ?? ''))
    .filter(({ checkoutId }) => checkouts.length === 0 || checkouts.includes(checkoutId ?? ''))
    .filter(({ subscriptionId }) => subscription === undefined || subscriptionId === subscription);
  return page(found, query, (each) => order(company, each));
}

function find({ company, path }: Call): Invoice {
  const found = company.store.get('invoices', path.uuid('id') ?? '');
  if (!found) throw notFound();
  return found;
}

function retrieve(call: Call): object {
  return order(call.company, find(call));
}

function generateInvoice(call: Call): object {
  const { id, extra } = find(call);
  call.company.store.update('invoices', id, { extra: { ...extra, invoiced: true } });
  return {};
}

function invoiceOf(call: Call): object {
  const { id, extra } = find(call);
  if (extra.invoiced !== true) throw notFound();
  return { url: `${call.company.publicUrl}/invoices/${id}` };
}

function searchRefunds({ company, query }: Call): object {
  const orders = query.texts('order_id');
  const found = company.store
    .all('refunds')
    .filter(({ invoiceId }) => orders.length === 0 || orders.includes(invoiceId));
  return page(found, query, (each) => refund(each, company.store.get('invoices', each.invoiceId) as Invoice));
}

function createRefund({ company, body }: Call): object {
  body.required('order_id');
  const orderId = body.uuid('order_id') ?? '';
  const reason = body.oneOf('reason', reasons);
  const amount = body.integer('amount', AMOUNT);
  if (reason === undefined) throw body.problem('reason', 'missing', 'Field required');
  if (amount === undefined) throw body.problem('amount', 'missing', 'Field required');
  const paid = company.store.get('invoices', orderId);
  if (!paid) throw unusable(['body', 'order_id'], 'Order not found', orderId);
  if (paid.status !== 'paid') throw badRequest('Order is not paid');
  const left = paid.total - paid.refunded;
  if (left === 0) throw alreadyRefunded(orderId);
  if (amount > left)
    throw unusable(['body', 'amount'], `Refund amount exceeds remaining order balance: ${left}`, amount);
  const made = refundInvoice(company, orderId, { amount, reason, metadata: body.metadata() });
  return { ...refund(made, paid), revoke_benefits: body.flag('revoke_benefits') ?? false };
}
