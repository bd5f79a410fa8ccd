import assert from 'node:assert/strict';
import { BillingError, createClient, verifyAccess } from 'subscription-payments-client';

/** What an adopter's server does with the client, at the service itself: sell, ask, verify offline, follow the feed. */
const { BILLING_URL: url, BILLING_KEY: key, SANDBOX_URL: sandbox } = process.env;
const json = { 'content-type': 'application/json' };
const post = async (address, body, headers = {}) =>
  (await fetch(address, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) })).json();
const email = `ada-${Date.now()}@example.com`;
const account = { name: 'Ada', email, password: 'correct horse battery' };
const { user } = await post(`${url}/api/auth/sign-up/email`, account);

const billing = createClient({ url, key });
const ada = billing.as({ userId: user.id, email });
const { sessionId } = await ada.checkout({ plan: 'pro' });
await post(`${sandbox}/_sandbox/checkouts/${sessionId}/pay`, {}, { 'x-sandbox': '1' });
await post(`${sandbox}/_sandbox/settle`, { timeoutMs: 20_000 }, { 'x-sandbox': '1' });
const { access, token } = await ada.access();
assert.equal(access.plan, 'pro');
assert.deepEqual(await verifyAccess(token, { issuer: url }), access);
let isNamed = false;
// The feed is at most a second behind: it is followed until it names who bought.
for await (const { changes } of billing.feed({ signal: AbortSignal.timeout(20_000) })) {
  isNamed = changes.some(({ userId }) => userId === user.id);
  if (isNamed) break;
}
assert.ok(isNamed, 'the feed does not name who bought');
await assert.rejects(ada.change({ plan: 'pro' }), { status: 409 });
const away = await createClient({ url: 'http://127.0.0.1:9', key })
  .as({ userId: 'u' })
  .access()
  .catch((error) => error);
assert.ok(away instanceof BillingError && away.isAway);
