import type { Charge, CheckoutSnapshot } from '../calls.ts';
import { orNullIfUnknown, segment } from '../http.ts';
import { type Fields, fields, fromIso, integer, key, list, text } from '../read.ts';
import type { Send } from './api.ts';
import { isPaid } from './payment.ts';
import { listDisputes } from './refund.ts';

/** A confirmed checkout is being charged. */
const openStatuses = ['open', 'confirmed'];

export async function fetchCheckout(send: Send, sessionId: string): Promise<CheckoutSnapshot> {
  const answer = await orNullIfUnknown(send('GET', `/v1/checkouts/${segment(sessionId)}`));
  const object = fields(answer?.json);
  if (openStatuses.includes(text(object.status) ?? '')) return { state: 'open' };
  if (object.status !== 'succeeded') return { state: 'ended' };
  if (object.subscription_id === null) return fetchPurchase(send, sessionId);
  return { state: 'complete', completion: { type: 'checkout.updated', data: object } };
}

/** Only the order contains a one-time payment; until the order is paid, the checkout counts as being paid. */
async function fetchPurchase(send: Send, sessionId: string): Promise<CheckoutSnapshot> {
  const query = new URLSearchParams({ checkout_id: sessionId, page: '1', limit: '10' });
  const { json } = await send('GET', `/v1/orders/?${query}`);
  const data = list(fields(json).items).map(fields).find(isPaid);
  return data ? { state: 'complete', completion: { type: 'order.paid', data } } : { state: 'open' };
}

export async function listCharges(send: Send, subscriptionId: string): Promise<Charge[]> {
  const query = new URLSearchParams({ subscription_id: subscriptionId, page: '1', limit: '100' });
  const { json } = await send('GET', `/v1/orders/?${query}`);
  const charges = list(fields(json).items)
    .map(fields)
    .filter(({ status }) => status !== 'void')
    .map(toCharge)
    .filter(({ amount }) => amount > 0);
  return charges.length > 0 ? withDisputes(send, charges) : charges;
}

/** An order doesn't tell of its dispute. */
async function withDisputes(send: Send, charges: readonly Charge[]): Promise<Charge[]> {
  const { items } = await listDisputes(send, { orders: charges.map(({ id }) => id) });
  const disputed = new Set(items.map(({ data }) => key(fields(data).order_id)));
  return charges.map((charge) => ({ ...charge, isDisputed: disputed.has(charge.id) }));
}

export async function fetchCharge(send: Send, orderId: string): Promise<Charge | null> {
  const found = await orNullIfUnknown(send('GET', `/v1/orders/${segment(orderId)}`));
  const order = fields(found?.json);
  const charge = found && order.status !== 'void' ? toCharge(order) : null;
  return charge && charge.amount > 0 ? charge : null;
}

const sum = (order: Fields, ...names: string[]) =>
  names.reduce((total, name) => total + (integer(order[name]) ?? 0), 0);

function toCharge(order: Fields): Charge {
  return {
    id: key(order.id) ?? '',
    // Without what the customer's balance pays.
    amount: integer(order.due_amount) ?? sum(order, 'total_amount'),
    refunded: sum(order, 'refunded_amount', 'refunded_tax_amount'),
    left: integer(order.refundable_amount) ?? sum(order, 'net_amount') - sum(order, 'refunded_amount'),
    currency: text(order.currency)?.toLowerCase() ?? '',
    isSettled: isPaid(order) === true,
    isDisputed: false,
    chargedAt: fromIso(order.created_at) ?? null,
  };
}

/** Polar takes the amount without tax, refunds the tax with it, and refuses more than is left. */
export async function refundCharge(send: Send, { id, left }: Charge): Promise<void> {
  await send('POST', '/v1/refunds/', { order_id: id, reason: 'duplicate', amount: left });
}
