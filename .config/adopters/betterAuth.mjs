import { stripe as plugin } from '@better-auth/stripe';
import { betterAuth } from 'better-auth';
import { memoryAdapter } from 'better-auth/adapters/memory';
import Stripe from 'stripe';
import { assert, control, key, receive, settled, signUp } from './control.mjs';

/** No address is given: the preload leads this client to the sandbox. */
const stripe = new Stripe(key);
const base = 'http://localhost:3999';
const hook = await receive(async (body, headers) => {
  const request = new Request(`${base}/api/auth/stripe/webhook`, { method: 'POST', headers, body });
  const answer = await auth.handler(request);
  assert.equal(answer.status, 200, await answer.clone().text());
  return JSON.parse(body);
});
const { secret } = await stripe.webhookEndpoints.create({ url: hook.url, enabled_events: ['*'] });
const tables = { user: [], session: [], account: [], verification: [], subscription: [] };
const auth = betterAuth({
  baseURL: base,
  secret: 'a secret of an adopter, long enough for tests',
  database: memoryAdapter(tables),
  emailAndPassword: { enabled: true },
  plugins: [
    plugin({
      stripeClient: stripe,
      stripeWebhookSecret: secret,
      createCustomerOnSignUp: true,
      subscription: { enabled: true, plans: [{ name: 'plus', priceId: 'price_plus_month' }] },
    }),
  ],
});

const cookie = await signUp(auth);
assert.ok(tables.user[0].stripeCustomerId, 'sign-up made no customer');
const choice = { plan: 'plus', successUrl: `${base}/done`, cancelUrl: `${base}/plans` };
const { url: page } = await auth.api.upgradeSubscription({ body: choice, headers: { cookie, origin: base } });
const [session] = (await stripe.checkout.sessions.list({ limit: 1 })).data;
assert.equal(session.url, page);
await control(`checkouts/${session.id}/pay`);
await settled();
const active = await auth.api.listActiveSubscriptions({ headers: { cookie } });
assert.deepEqual(
  active.map(({ plan, status }) => [plan, ['active', 'trialing'].includes(status)]),
  [['plus', true]],
);
