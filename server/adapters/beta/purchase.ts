import type { CheckoutInput } from '../adapter.ts';
import type { Charge, CheckoutSession, CheckoutSnapshot } from '../calls.ts';
import type { AdapterOptions } from '../definition.ts';
import { addressIn, orNullIfUnknown } from '../http.ts';
import { priceFor } from '../prices.ts';
import { type Fields, fields, idOf, integer, key, list, text } from '../read.ts';
import type { Send } from './api.ts';
import { fetchProduct } from './calls/price.ts';
import { disputedStatuses, isPaid, time } from './payment.ts';

type Prices = AdapterOptions['prices'];

export async function createCheckout(send: Send, prices: Prices, input: CheckoutInput): Promise<CheckoutSession> {
  const { json } = await send('POST', '/v1/checkouts', {
    product_id: await productFor(send, prices, input),
    ...checkoutBody(input),
  });
  const sessionId = key(fields(json).id);
  if (!sessionId) throw new Error('The provider answered without a checkout id');
  return { url: addressIn(json, 'checkout_url'), sessionId };
}

/** Creem has no address for a canceled checkout. */
function checkoutBody(input: CheckoutInput): object {
  const { userId, userEmail, providerCustomerId, plan, interval, quantity } = input;
  return {
    request_id: input.idempotencyKey,
    customer: providerCustomerId ? { id: providerCustomerId } : { email: userEmail },
    success_url: input.successUrl,
    metadata: { userId, plan, interval },
    ...(quantity === undefined ? {} : { units: quantity }),
  };
}

const MOST_COMPARED = 4;

/**
 * Trials belong to Creem's products: a buyer without a trial gets the first listed product with the same price and no
 * trial.
 */
async function productFor(
  send: Send,
  prices: Prices,
  { plan, interval, trialDays = 0 }: CheckoutInput,
): Promise<string> {
  const sold = priceFor(prices, plan, interval);
  const listed = prices.filter((price) => price.plan === plan && price.interval === interval).slice(0, MOST_COMPARED);
  if (trialDays > 0 || interval === 'one_time' || listed.length < 2) return sold;
  const products = await Promise.all(listed.map(({ id }) => fetchProduct(send, id)));
  const costOf = ({ price, currency, billing_period }: Fields) => `${price} ${currency} ${billing_period}`;
  const found = products.find(
    (product) => product && !integer(product.trial_period_days) && costOf(product) === costOf(products[0] ?? {}),
  );
  return key(found?.id) ?? sold;
}

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

export async function listCharges(send: Send, sold: Sold): Promise<Charge[]> {
  return (await transactionsOf(send, sold.providerCustomerId))
    .filter(({ subscription }) => idOf(subscription) === sold.providerSubscriptionId)
    .map(toCharge)
    .filter(({ amount }) => amount > 0);
}

/** The newest hundred of a customer. */
async function transactionsOf(send: Send, customer: string): Promise<Fields[]> {
  const query = new URLSearchParams({ customer_id: customer, page_number: '1', page_size: '100' });
  const { json } = await send('GET', `/v1/transactions/search?${query}`);
  return list(fields(json).items).map(fields);
}

/** A payment is known by its transaction, or by its order, of which it is the first one. */
export async function fetchCharge(
  send: Send,
  { providerPaymentId: id, providerCustomerId }: { providerPaymentId: string; providerCustomerId: string },
): Promise<Charge | null> {
  const all = await transactionsOf(send, providerCustomerId);
  const own = all.filter((transaction) => key(transaction.id) === id);
  const named = own.length > 0 ? own : all.filter(({ order }) => idOf(order) === id);
  const charges = named.map(toCharge).filter(({ amount }) => amount > 0);
  return charges.toSorted((a, b) => Date.parse(a.chargedAt ?? '') - Date.parse(b.chargedAt ?? ''))[0] ?? null;
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

/** Creem refunds all that is left, and refuses if nothing is. */
export async function refundCharge(send: Send, { id }: Charge): Promise<void> {
  await send('POST', '/v1/refunds', { transaction_id: id });
}
