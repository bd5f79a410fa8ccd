import type { WebhookResult } from '../../../adapters/adapter.ts';
import { connect } from '../../../adapters/beta/api.ts';
import { fields, key, list } from '../../../adapters/read.ts';
import { CARDS } from '../browser.ts';
import { type Ground, type Means, readEvent } from '../ground.ts';
import { buyByBrowser, checkOut, completionOf, failByBrowser, newBuyer } from '../hostedCheckout.ts';

/** Creem's checkouts can only be paid on its pages. */
export const betaMeans: Means = {
  buy: buyByBrowser,
  renew: 'not possible by API: Creem has no test clock, and a renewal comes in a month',
  fail: failByBrowser,
  refund,
  forget: 'Creem has no call that deletes a customer: those of this run stay, without a subscription',
};

/** Refunds a one-time purchase: with a trial, a subscription has no payment yet. */
async function refund(ground: Ground): Promise<WebhookResult> {
  const price = ground.offers.once;
  if (!price) throw new Error('No one-time price is set');
  const buyer = await newBuyer(ground);
  const { sessionId } = await checkOut(ground, { buyer, price, number: CARDS.works });
  await completionOf(ground, sessionId);
  const send = connect(ground.options)();
  const query = new URLSearchParams({ customer_id: buyer.providerCustomerId });
  const { json } = await send('GET', `/v1/transactions/search?${query}`);
  const transaction = list(fields(json).items).map(fields)[0];
  const { json: object } = await send('POST', '/v1/refunds', { transaction_id: key(transaction?.id) });
  return readEvent(ground, { eventType: 'refund.created', object: fields(object) });
}
