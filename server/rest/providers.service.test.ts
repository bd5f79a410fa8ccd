import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { providerNames } from '../adapters/index.ts';
import { SECRET, startTestApp, type TestApp } from '../testing/app/app.ts';

const OLD = 'whsec_old_secret_0123456789';
const NEW = 'whsec_new_secret_0123456789';

/** The specification's own event names are understood from every provider. */
const created = (userId: string, id = 'sub_1') => ({
  id: `evt_${id}`,
  type: 'subscription.created',
  data: { object: { id, customer: `cus_${id}`, status: 'active', metadata: { userId, plan: 'pro' } } },
});

describe('a provider that is no longer active', () => {
  let former: TestApp;
  let now: TestApp;
  let draining: TestApp;
  let person: { id: string; cookie: string };
  beforeAll(async () => {
    former = await startTestApp({ PAYMENT_PROVIDER: 'alpha' });
    now = await startTestApp({ PAYMENT_PROVIDER: 'gamma' }, former);
    draining = await startTestApp({ PAYMENT_PROVIDER: 'gamma', DRAINING_PROVIDERS: 'alpha' }, former);
    person = await former.signUp();
    expect((await former.deliver(created(person.id))).status).toBe(200);
  });
  afterAll(async () => {
    await draining.close();
    await now.close();
    await former.close();
  });

  it('keeps its subscriptions readable', async () => {
    const response = await now.call('/api/payments/subscription', { headers: { cookie: person.cookie } });
    expect(await response.json()).toMatchObject({ subscription: { provider: 'alpha', plan: 'pro', status: 'active' } });
  });

  it("answers the portal with the specification's mismatch", async () => {
    const response = await now.call('/api/payments/portal', { method: 'POST', headers: { cookie: person.cookie } });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: 'Customer provider (alpha) does not match active provider (gamma)',
    });
  });

  it('gets its webhooks refused while it does not drain', async () => {
    const response = await now.deliver(created(person.id, 'sub_2'), { provider: 'alpha' });
    expect([response.status, await response.json()]).toEqual([400, { error: 'Missing signature' }]);
  });

  it('gets its webhooks applied under its own name while it drains', async () => {
    const canceled = {
      id: 'evt_end',
      type: 'subscription.canceled',
      data: { object: { id: 'sub_1', customer: 'cus_sub_1', status: 'canceled' } },
    };
    expect((await draining.deliver(canceled, { provider: 'alpha' })).status).toBe(200);
    const response = await draining.call('/api/payments/subscription', { headers: { cookie: person.cookie } });
    expect(await response.json()).toMatchObject({ subscription: { provider: 'alpha', status: 'canceled' } });
    const forged = await draining.deliver(created(person.id, 'sub_3'), { provider: 'alpha', secret: OLD });
    expect([forged.status, await forged.json()]).toEqual([400, { error: 'Invalid signature' }]);
  });

  it("leaves the active provider's webhooks accepted", async () => {
    expect((await draining.deliver(created(person.id, 'sub_4'))).status).toBe(200);
  });
});

describe.each(providerNames)('secrets of %s', (provider) => {
  const name = provider.toUpperCase();

  it('rotate without a refusal: old, old and new, new', async () => {
    const statuses: Record<string, number[]> = {};
    for (const secrets of [OLD, `${NEW},${OLD}`, NEW]) {
      const app = await startTestApp({ PAYMENT_PROVIDER: provider, [`${name}_WEBHOOK_SECRET`]: secrets });
      const signedWith = (secret: string) =>
        app.deliver(created('u1', secret === OLD ? 'sub_old' : 'sub_new'), { secret });
      statuses[secrets] = [(await signedWith(OLD)).status, (await signedWith(NEW)).status];
      await app.close();
    }
    expect(statuses).toEqual({ [OLD]: [200, 400], [`${NEW},${OLD}`]: [200, 200], [NEW]: [400, 200] });
  });

  it('arrive in the header that a real account uses', async () => {
    const app = await startTestApp({ PAYMENT_PROVIDER: provider, [`${name}_SIGNATURE_HEADER`]: 'Company-Signature' });
    const other = await app.deliver(created('u1'), { secret: SECRET });
    expect([other.status, await other.json()]).toEqual([400, { error: 'Missing signature' }]);
    const { signers } = await import('../testing/company/sign.ts');
    const body = JSON.stringify(created('u1'));
    const signed = signers[provider]?.(body, SECRET) ?? {};
    const renamed = Object.fromEntries(
      Object.entries(signed).map(([key, value]) => [key.endsWith('signature') ? 'company-signature' : key, value]),
    );
    expect((await app.call('/api/webhooks/payments', { method: 'POST', headers: renamed, body })).status).toBe(200);
    await app.close();
  });
});
