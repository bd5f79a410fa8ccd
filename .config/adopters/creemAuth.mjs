import { creem as plugin } from '@creem_io/better-auth';
import { betterAuth } from 'better-auth';
import { memoryAdapter } from 'better-auth/adapters/memory';
import { Creem } from 'creem';
import { assert, control, key, read, receive, settled, signUp, url } from './control.mjs';

/** Creem's own plugin takes no address: the preload leads it to the sandbox. */
const base = 'http://localhost:3998';
const answers = [];
const hook = await receive(async (body, headers) => {
  const request = new Request(`${base}/api/auth/creem/webhook`, { method: 'POST', headers, body });
  answers.push((await auth.handler(request)).status);
});
const creem = new Creem({ apiKey: key, serverURL: url });
const made = await creem.webhooks.create({ url: hook.url, name: 'test' });
const webhookSecret = made.secret ?? (await creem.webhooks.getSecret(made.id)).secret;
const tables = { user: [], session: [], account: [], verification: [], creem_subscription: [] };
const auth = betterAuth({
  baseURL: base,
  secret: 'a secret of an adopter, long enough for tests',
  database: memoryAdapter(tables),
  emailAndPassword: { enabled: true },
  plugins: [plugin({ apiKey: key, webhookSecret, testMode: true })],
});

const cookie = await signUp(auth);
/** Without a body: a GET. */
const call = async (path, given) => {
  const headers = { cookie, origin: base, 'content-type': 'application/json' };
  const init = given ? { method: 'POST', headers, body: JSON.stringify(given) } : { headers };
  const answer = await auth.handler(new Request(`${base}/api/auth/creem/${path}`, init));
  assert.equal(answer.status, 200, await answer.clone().text());
  return answer.json();
};
const { url: page } = await call('create-checkout', { productId: 'price_plus_month', successUrl: `${base}/done` });
const { checkouts } = await read('truth');
await control(`checkouts/${checkouts.find((each) => each.url === page).id}/pay`);
await settled();
assert.ok(answers.length > 0 && answers.every((status) => status === 200), `webhooks were answered ${answers}`);
assert.deepEqual(
  tables.creem_subscription.map(({ productId, status }) => [productId, status]),
  [['price_plus_month', 'trialing']],
);
assert.equal((await call('has-access-granted')).hasAccessGranted, true);
await call('cancel-subscription', {});
await settled();
