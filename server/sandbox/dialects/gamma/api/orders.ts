import { refundInvoice } from '../../../core/refunds.ts';
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
  ['post', '/v1/refunds/', createRefund, 201],
];

function search({ company, query }: Call): object {
  const customerIds = query.texts('customer_id');
  const matches = (customerId: string) => customerIds.length === 0 || customerIds.includes(customerId);
  const found = company.store.all('invoices').filter(({ customerId }) => matches(customerId));
  return page(found, query, (each) => order(company, each));
}

function retrieve({ company, path }: Call): object {
  const found = company.store.get('invoices', path.uuid('id') ?? '');
  if (!found) throw notFound();
  return order(company, found);
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
