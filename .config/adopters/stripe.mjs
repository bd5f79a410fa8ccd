import Stripe from 'stripe';
import { assert, control, key, receive, settled, url } from './control.mjs';

const { hostname: host, port } = new URL(url);
const stripe = new Stripe(key, { host, port, protocol: 'http' });
let secret = '';
const hook = await receive((body, headers) =>
  stripe.webhooks.constructEvent(body, headers['stripe-signature'], secret),
);
({ secret } = await stripe.webhookEndpoints.create({ url: hook.url, enabled_events: ['*'] }));

const [price] = (await stripe.prices.list({ lookup_keys: ['plus_month'], expand: ['data.product'] })).data;
assert.equal(price.product.object, 'product');
const session = await stripe.checkout.sessions.create({
  mode: 'subscription',
  line_items: [{ price: price.id, quantity: 1 }],
  customer_email: 'ada@example.com',
  payment_method_types: ['card'],
  success_url: 'https://shop.example/?id={CHECKOUT_SESSION_ID}',
});
await control(`checkouts/${session.id}/pay`);
const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] });
assert.equal(paid.payment_status, 'paid');
await stripe.subscriptions.update(paid.subscription.id, { cancel_at_period_end: true });
await control('clock', { months: 2 });
assert.equal((await stripe.subscriptions.retrieve(paid.subscription.id)).status, 'canceled');
await settled();
const types = hook.received.map(({ type }) => type);
for (const type of ['checkout.session.completed', 'invoice.paid', 'customer.subscription.deleted'])
  assert.ok(types.includes(type), `${type} is missing in ${types}`);
