import type { WebhookResult } from '../../../adapters/adapter.ts';
import { connect } from '../../../adapters/gamma/api.ts';
import { segment } from '../../../adapters/http.ts';
import { fields, integer, key, list } from '../../../adapters/read.ts';
import { CARDS } from '../browser.ts';
import { type Ground, type Means, readEvent } from '../ground.ts';
import { buyByBrowser, checkOut, completionOf, failByBrowser, newBuyer } from '../hostedCheckout.ts';

/** Polar's checkouts can only be paid on its pages: its API only creates subscriptions of free products. */
export const gammaMeans: Means = {
  buy: buyByBrowser,
  renew: 'not possible by API: Polar has no test clock, and a renewal comes in a month',
  fail: failByBrowser,
  refund,
  forget: (ground, id) => connect(ground.options)()('DELETE', `/v1/customers/${segment(id)}`),
};

async function refund(ground: Ground): Promise<WebhookResult> {
  const price = ground.offers.once;
  if (!price) throw new Error('No one-time price is set');
  const buyer = await newBuyer(ground);
  const { sessionId } = await checkOut(ground, { buyer, price, number: CARDS.works });
  await completionOf(ground, sessionId);
  const send = connect(ground.options)();
  const { json } = await send('GET', `/v1/orders/?${new URLSearchParams({ customer_id: buyer.providerCustomerId })}`);
  const order = list(fields(json).items).map(fields)[0] ?? {};
  const order_id = key(order.id) ?? '';
  // Without the tax, which Polar adds.
  const amount = integer(order.net_amount) ?? integer(order.total_amount);
  await send('POST', '/v1/refunds/', { order_id, reason: 'customer_request', amount });
  const { json: data } = await send('GET', `/v1/orders/${segment(order_id)}`);
  return readEvent(ground, { type: 'order.refunded', data: fields(data) });
}
