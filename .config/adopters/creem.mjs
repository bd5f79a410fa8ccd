import { createHmac } from 'node:crypto';
import { Creem } from 'creem';
import { assert, control, key, receive, settled, url } from './control.mjs';

const creem = new Creem({ apiKey: key, serverURL: url });
let secret = '';
const hook = await receive((body, headers) => {
  assert.equal(headers['creem-signature'], createHmac('sha256', secret).update(body).digest('hex'));
  return JSON.parse(body);
});
const made = await creem.webhooks.create({ url: hook.url, name: 'test' }).catch((error) => error);
if (made instanceof Error) throw made;
secret = made.secret ?? (await creem.webhooks.getSecret(made.id)).secret;
const checkout = await creem.checkouts.create({
  productId: 'price_plus_month',
  customer: { email: 'ada@example.com' },
});
await control(`checkouts/${checkout.id}/pay`);
const paid = await creem.checkouts.retrieve(checkout.id);
assert.equal(paid.status, 'completed');
await settled();
assert.ok(hook.received.length > 0);
