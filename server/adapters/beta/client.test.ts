import { afterEach, describe, expect, it } from 'vitest';
import { answering, closeAnswering, json, type Respond } from '../../testing/company/answering.ts';
import type { CheckoutInput, Price } from '../adapter.ts';
import { beta } from './adapter.ts';
import { fixtureText } from './fixtures/index.ts';

const prices: Price[] = [
  { id: 'prod_recqdOhZjRXttszExIfTK', plan: 'pro', interval: 'month' },
  { id: 'prod_life', plan: 'pro', interval: 'one_time' },
];
const checkout: CheckoutInput = {
  plan: 'pro',
  interval: 'month',
  userId: 'user_1',
  userEmail: 'a@b.co',
  successUrl: 'http://localhost:3000/dashboard?checkout=success',
  cancelUrl: 'http://localhost:3000/dashboard?checkout=canceled',
  idempotencyKey: 'key_1',
};
const portal = { providerCustomerId: 'cust_1', returnUrl: 'http://localhost:3000/dashboard' };
const DASHBOARD = 'https://dashboard.example/billing';
const subscription = JSON.parse(fixtureText('subscription.update.seats')).object;

/** An adapter connected to a local server that records each call and answers it with `respond`. */
async function creem(respond: Respond, dashboardUrl?: string) {
  const { calls, address: apiUrl } = await answering(respond);
  const adapter = beta.create({ secretKey: 'creem_hidden', webhookSecrets: [], apiUrl, prices, dashboardUrl });
  return { calls, adapter };
}

afterEach(closeAnswering);

describe('createCheckout', () => {
  const created = json({
    id: 'ch_1',
    object: 'checkout',
    status: 'pending',
    checkout_url: 'https://creem.io/pay/ch_1',
  });

  it('sends product, reference, email, success address and metadata', async () => {
    const { calls, adapter } = await creem(created);
    expect(await adapter.createCheckout(checkout)).toEqual({ url: 'https://creem.io/pay/ch_1', sessionId: 'ch_1' });
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({ method: 'POST', path: '/v1/checkouts' });
    expect(calls[0]?.headers).toMatchObject({ 'x-api-key': 'creem_hidden', 'content-type': 'application/json' });
    expect(calls[0]?.body).toEqual({
      product_id: 'prod_recqdOhZjRXttszExIfTK',
      request_id: 'key_1',
      customer: { email: 'a@b.co' },
      success_url: 'http://localhost:3000/dashboard?checkout=success',
      metadata: { userId: 'user_1', plan: 'pro', interval: 'month' },
    });
  });

  it('reuses a customer, and sends seats and the one-time product', async () => {
    const { calls, adapter } = await creem(created);
    const more = { providerCustomerId: 'cust_1', quantity: 3, trialDays: 14, interval: 'one_time' } as const;
    await adapter.createCheckout({ ...checkout, ...more });
    expect(calls[0]?.body).toEqual({
      product_id: 'prod_life',
      request_id: 'key_1',
      customer: { id: 'cust_1' },
      success_url: 'http://localhost:3000/dashboard?checkout=success',
      metadata: { userId: 'user_1', plan: 'pro', interval: 'one_time' },
      units: 3,
    });
  });

  it.each([
    [{ checkout_url: 'https://creem.io/pay' }, 'without a checkout id'],
    [{ id: 'ch_1' }, 'without checkout_url'],
    [{ id: 'ch_1', checkout_url: 'javascript:alert(1)' }, 'without checkout_url'],
    [null, 'without a checkout id'],
    [[], 'without a checkout id'],
  ])('rejects the answer %j', async (answer, message) => {
    const { adapter } = await creem(json(answer));
    await expect(adapter.createCheckout(checkout)).rejects.toThrow(message);
  });
});

describe('createPortal', () => {
  it.each<[string, Respond]>([
    ['yields none', json({})],
    ['fails', json({ error: 'x' }, 500)],
    ['is cut', (response) => response.destroy()],
  ])('returns the dashboard when the call %s, and rejects without one', async (_, respond) => {
    const { adapter } = await creem(respond, DASHBOARD);
    expect(await adapter.createPortal(portal)).toEqual({ url: DASHBOARD });
    await expect((await creem(respond)).adapter.createPortal(portal)).rejects.toThrow('The provider');
  });
});

describe('a customer that Creem does not know', () => {
  it('has no portal, and the dashboard does not replace it', async () => {
    const { adapter } = await creem(json({ error: 'x' }, 404), DASHBOARD);
    await expect(adapter.createPortal(portal)).rejects.toMatchObject({ status: 404 });
  });
});

describe('fetchCheckout', () => {
  const object = { id: 'ch_1', status: 'completed' };

  it.each([
    ['pending', { state: 'open' }],
    ['processing', { state: 'open' }],
    ['completed', { state: 'complete', completion: { eventType: 'checkout.completed', object } }],
    ['expired', { state: 'ended' }],
    [undefined, { state: 'ended' }],
  ])('%s: %j', async (status, snapshot) => {
    const { calls, adapter } = await creem(json({ id: 'ch_1', status }));
    expect(await adapter.fetchCheckout('ch_1&x=1')).toEqual(snapshot);
    expect(calls[0]).toMatchObject({ method: 'GET', path: '/v1/checkouts?checkout_id=ch_1%26x%3D1' });
  });

  it('reports an unknown checkout as ended, and rejects on a fault', async () => {
    expect(await (await creem(json({}, 404))).adapter.fetchCheckout('ch_1')).toEqual({ state: 'ended' });
    await expect((await creem(json({}, 500))).adapter.fetchCheckout('ch_1')).rejects.toThrow('500');
  });
});

describe('fetchSubscription', () => {
  it("returns the provider's snapshot and clock", async () => {
    const { calls, adapter } = await creem(json(subscription));
    const snapshot = await adapter.fetchSubscription('sub_1');
    expect(calls[0]).toMatchObject({ method: 'GET', path: '/v1/subscriptions?subscription_id=sub_1' });
    expect(snapshot).toMatchObject({
      readAt: '2026-10-01T00:00:06.000Z',
      subscription: {
        kind: 'state',
        providerSubscriptionId: 'sub_recTFn6FVAcpqewQNp0oex',
        plan: 'pro',
        quantity: 5,
        amount: { minorUnits: 5000, currency: 'eur' },
      },
    });
  });

  it('returns null for an unknown subscription, and rejects an answer without an id', async () => {
    expect(await (await creem(json({}, 404))).adapter.fetchSubscription('sub_1')).toBeNull();
    await expect((await creem(json({}))).adapter.fetchSubscription('sub_1')).rejects.toThrow('subscription id');
  });
});

describe('listSubscriptions', () => {
  const other = { ...subscription, id: 'sub_2', status: 'canceled' };

  it.each([
    { total_records: 2, total_pages: 2, current_page: 1, next_page: 2, prev_page: null },
    { total_pages: 2, current_page: 1 },
    { next_page: 2 },
  ])('pages by number with %j', async (pagination) => {
    const { calls, adapter } = await creem(json({ items: [subscription, {}, other], pagination }));
    const page = await adapter.listSubscriptions('cust/1');
    expect(page.items.map(({ subscription: found }) => [found.providerSubscriptionId, found.status])).toEqual([
      ['sub_recTFn6FVAcpqewQNp0oex', 'active'],
      ['sub_2', 'canceled'],
    ]);
    expect(page.nextCursor).toBe('2');
    const last = await adapter.listSubscriptions('cust/1', { cursor: page.nextCursor });
    expect(last.nextCursor).toBeUndefined();
    expect(calls.map(({ path }) => path)).toEqual([
      '/v1/customers/cust%2F1/subscriptions?page_number=1&page_size=100',
      '/v1/customers/cust%2F1/subscriptions?page_number=2&page_size=100',
    ]);
  });

  it('accepts a bare list and a last page', async () => {
    const { adapter } = await creem(json([subscription]));
    expect(await adapter.listSubscriptions('cust_1')).toMatchObject({ items: [{ subscription: { plan: 'pro' } }] });
  });

  it('rejects an answer that is not a list', async () => {
    await expect((await creem(json({}))).adapter.listSubscriptions('cust_1')).rejects.toThrow('without a list');
  });
});
