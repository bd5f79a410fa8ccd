import { Polar } from '@polar-sh/sdk';
import { validateEvent } from '@polar-sh/sdk/webhooks';
import { assert, control, key, receive, settled, url } from './control.mjs';

const polar = new Polar({ accessToken: key, serverURL: url });
let secret = '';
const hook = await receive((body, headers) => validateEvent(body, headers, secret));
const events = ['order.paid', 'subscription.active', 'subscription.created', 'customer.created'];
({ secret } = await polar.webhooks.createWebhookEndpoint({ url: hook.url, format: 'raw', events }));
const checkout = await polar.checkouts.create({ products: ['price_plus_month'], customerEmail: 'ada@example.com' });
await control(`checkouts/${checkout.id}/pay`);
assert.equal((await polar.checkouts.get({ id: checkout.id })).status, 'succeeded');
await settled();
assert.ok(hook.received.some(({ type }) => type === 'subscription.created'));
