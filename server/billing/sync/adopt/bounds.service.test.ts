import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createStripe } from '../../../adapters/alpha/api.ts';
import { providerNames } from '../../../adapters/index.ts';
import { countAttempt } from '../../../database/rateLimits.ts';
import { SANDBOX_KEY, type SandboxedApp, startSandboxedApp } from '../../../testing/app/sandboxedApp.ts';
import { answerOf, post } from '../../../testing/calls/requests.ts';
import { companyPurchase } from '../../../testing/company/companySide.ts';
import { forgetCalls } from '../../../testing/company/pages.ts';
import { type Issuer, startIssuer } from '../../../testing/logins/issuer.ts';
import { mayComplain } from '../../../testing/run/complaints.ts';

mayComplain(/Failed to create checkout session/, /request completed/, /A call was refused/);

let issuer: Issuer;
let nth = 0;

beforeAll(async () => {
  issuer = await startIssuer();
});
afterAll(() => issuer.close());

/** What reading before a sale costs the provider. */
function ownApp(provider: SandboxedApp['deps']['settings']['provider']) {
  let app: SandboxedApp;
  beforeAll(async () => {
    const environment = { AUTH_JWKS_URL: issuer.jwksUrl, AUTH_ISSUER: issuer.url };
    app = await startSandboxedApp(provider, { environment });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    nth += 1;
    await app.control('POST', 'switches', { reset: true, drop: 1 });
    await forgetCalls(app);
  });
  const bearer = async (email: string, sub = `user_${nth}`) => ({
    authorization: `Bearer ${await issuer.sign({ sub, email, email_verified: true })}`,
  });
  return {
    app: () => app,
    checkout: async (email: string, sub?: string) =>
      answerOf(await app.call('/api/payments/checkout', post({ plan: 'pro' }, undefined, await bearer(email, sub)))),
    plan: async (email: string) => {
      const { body } = await answerOf(await app.call('/api/payments/access', { headers: await bearer(email) }));
      return (body as { access: { plan: string } }).access.plan;
    },
    /** The paths of the calls since the test began, oldest first. */
    async calls() {
      const { calls } = await app.control<{ calls: { method: string; path: string }[] }>('GET', 'calls');
      return calls.map(({ method, path }) => `${method} ${path}`);
    },
  };
}

describe.each(providerNames)('%s', (provider) => {
  const at = ownApp(provider);

  test('a customer that we just created costs no read', async () => {
    expect((await at.checkout(`new-${nth}@example.com`)).status).toBe(200);
    const calls = await at.calls();
    expect(calls).toContainEqual(expect.stringMatching(/^POST \/v1\/customers/));
    expect(calls.filter((call) => call.includes('subscriptions'))).toEqual([]);
  });
});

describe('at one provider', () => {
  const at = ownApp('alpha');
  const stripe = () =>
    createStripe({ secretKey: SANDBOX_KEY, webhookSecrets: [], prices: [], apiUrl: at.app().sandboxUrl });
  const FINDS = /^GET \/v1\/customers\?/;

  test('one address is read 60 times in ten minutes, whoever asks and in whatever letters', async () => {
    const email = `busy-${nth}@example.com`;
    const { pool } = at.app().deps.billing.database;
    const limit = { kind: 'adopt', subject: email, most: 60 } as const;
    for (let read = 0; read < limit.most; read += 1) await countAttempt(pool, limit);
    const refused = { status: 429, body: { error: 'Too many requests' } };
    expect(await at.checkout(email)).toEqual(refused);
    expect(await at.checkout(email.toUpperCase(), `another_${nth}`)).toEqual(refused);
    expect(await at.calls()).toEqual([]);
    expect((await at.checkout(`idle-${nth}@example.com`)).status).toBe(200);
  });

  test('a read of more than two seconds is remembered for two minutes, for the address that was proven', async () => {
    const email = `slow-${nth}@example.com`;
    const read = async (address = email) => {
      await forgetCalls(at.app());
      expect((await at.checkout(address)).status).toBe(200);
      return (await at.calls()).some((call) => FINDS.test(call));
    };
    await at.app().control('POST', 'switches', { api: { mode: 'slow', ms: 2_100, only: '/v1/customers/search' } });
    expect(await read()).toBe(true);
    await at.app().control('POST', 'switches', { api: { mode: 'ok' } });
    expect(await read()).toBe(false);
    const { pool } = at.app().deps.billing.database;
    await pool.query(`UPDATE adoption SET "readAt" = "readAt" - interval '2 minutes'`);
    expect(await read()).toBe(true);
    await pool.query('UPDATE adoption SET "readAt" = clock_timestamp(), email = $1', [email]);
    expect(await read(`next-${email}`)).toBe(true);
  });

  test('of 15 customers the one that pays is linked first, and none before all were read', async () => {
    const email = `many-${nth}@example.com`;
    const found = async (many: number) => {
      for (let one = 0; one < many; one += 1) await stripe().customers.create({ email });
    };
    await found(7);
    await companyPurchase(at.app(), { plan: 'enterprise', email });
    const [paying] = (await at.app().truthOf({ email })).subscriptions;
    await found(7);
    const linked = () =>
      at.app().deps.billing.database.prisma.customer.findMany({
        where: { userId: `user_${nth}` },
        orderBy: { createdAt: 'asc' },
      });
    const api = { mode: 'error500', only: `customer=${paying?.customerId}` };
    await at.app().control('POST', 'switches', { api });
    expect((await at.checkout(email)).status).toBe(500);
    expect(await linked()).toEqual([]);
    await at.app().control('POST', 'switches', { api: { mode: 'ok' } });
    expect((await at.checkout(email)).status).toBe(200);
    const customers = await linked();
    expect(customers).toHaveLength(15);
    expect(customers[0]?.providerCustomerId).toBe(paying?.customerId);
    expect(await at.plan(email)).toBe('enterprise');
  });
});
