import type { Charge, CheckoutSnapshot } from '../calls.ts';
import { orNullIfUnknown } from '../http.ts';
import { type Fields, fields, idOf, integer, key, list, text } from '../read.ts';
import type { Send } from './api.ts';
import { isPaid, time } from './payment.ts';

const openStatuses = ['pending', 'processing'];

export async function fetchCheckout(send: Send, sessionId: string): Promise<CheckoutSnapshot> {
  const query = new URLSearchParams({ checkout_id: sessionId });
  const answer = await orNullIfUnknown(send('GET', `/v1/checkouts?${query}`));
  const object = fields(answer?.json);
  if (openStatuses.includes(text(object.status) ?? '')) return { state: 'open' };
  if (object.status !== 'completed') return { state: 'ended' };
  return { state: 'complete', completion: { eventType: 'checkout.completed', object } };
}

interface Sold {
  providerSubscriptionId: string;
  providerCustomerId: string;
}

const disputedStatuses = ['chargedBack', 'chargeback'];

/** The newest hundred of its customer. */
export async function listCharges(send: Send, sold: Sold): Promise<Charge[]> {
  const query = new URLSearchParams({ customer_id: sold.providerCustomerId, page_number: '1', page_size: '100' });
  const { json } = await send('GET', `/v1/transactions/search?${query}`);
  return list(fields(json).items)
    .map(fields)
    .filter(({ subscription }) => idOf(subscription) === sold.providerSubscriptionId)
    .map(toCharge)
    .filter(({ amount }) => amount > 0);
}

function toCharge(transaction: Fields): Charge {
  const paid = integer(transaction.amount_paid) ?? 0;
  const refunded = integer(transaction.refunded_amount) ?? 0;
  return {
    id: key(transaction.id) ?? '',
    amount: paid || (integer(transaction.amount) ?? 0),
    refunded,
    left: paid - refunded,
    currency: text(transaction.currency)?.toLowerCase() ?? '',
    isSettled: isPaid(transaction) === true,
    isDisputed: disputedStatuses.includes(text(transaction.status) ?? ''),
    chargedAt: time(transaction.created_at) ?? null,
  };
}

/** Creem gives back all that is left, and refuses where nothing is. */
export async function refundCharge(send: Send, { id }: Charge): Promise<void> {
  await send('POST', '/v1/refunds', { transaction_id: id });
}
