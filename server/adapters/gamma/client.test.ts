import { afterEach, describe, expect, it } from 'vitest';
import { answering, closeAnswering, json, type Respond } from '../../testing/company/answering.ts';
import type { CheckoutInput, Price } from '../adapter.ts';
import { gamma } from './adapter.ts';
import { fixtureText } from './fixtures/index.ts';

const prices: Price[] = [
  { id: 'prod_pro', plan: 'pro', interval: 'month' },
  { id: 'prod_life', plan: 'pro', interval: 'one_time' },
];
const checkout: CheckoutInput = {
  plan: 'pro',
  interval: 'month',
  userId: 'user_1',
  userEmail: 'a@b.co',
  successUrl: 'http://localhost:3000/dashboard?checkout=success',
  cancelUrl: 'http://localhost:3000/dashboard?checkout=canceled',
  idempotencyKey: 'k',
};
const subscription = JSON.parse(fixtureText('subscription.updated.seats')).data;

/** An adapter connected to a local server that records each call and answers it with `respond`. */
async function polar(respond: Respond) {
  const { calls, address } = await answering(respond);
  return { calls, adapter: adapterAt(address) };
}

function adapterAt(apiUrl: string) {
  return gamma.create({ secretKey: 'polar_oat_hidden', webhookSecrets: [], apiUrl, prices });
}

afterEach(closeAnswering);

describe('createCheckout', () => {
  const answer = json({ id: 'co_1', url: 'https://polar.sh/checkout/1' }, 201);

  it('names a new customer by our user', async () => {
    const { adapter, calls } = await polar(answer);
    const session = await adapter.createCheckout({ ...checkout, trialDays: 14, quantity: 3 });
    expect(session).toEqual({ url: 'https://polar.sh/checkout/1', sessionId: 'co_1' });
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({ method: 'POST', path: '/v1/checkouts/' });
    expect(calls[0]?.headers).toMatchObject({
      authorization: 'Bearer polar_oat_hidden',
      'polar-version': '2026-10',
      'content-type': 'application/json',
    });
    expect(calls[0]?.body).toEqual({
      products: ['prod_pro'],
      external_customer_id: 'user_1',
      customer_email: 'a@b.co',
      metadata: { userId: 'user_1', plan: 'pro', interval: 'month' },
      customer_metadata: { userId: 'user_1' },
      success_url: 'http://localhost:3000/dashboard?checkout=success',
      return_url: 'http://localhost:3000/dashboard?checkout=canceled',
      allow_discount_codes: false,
      allow_trial: true,
      trial_interval: 'day',
      trial_interval_count: 14,
      seats: 3,
    });
  });

  it('reuses a customer, and gives one-time purchases no trial', async () => {
    const { adapter, calls } = await polar(answer);
    await adapter.createCheckout({ ...checkout, interval: 'one_time', trialDays: 14, providerCustomerId: 'cus_1' });
    expect(calls[0]?.body).toEqual({
      products: ['prod_life'],
      customer_id: 'cus_1',
      metadata: { userId: 'user_1', plan: 'pro', interval: 'one_time' },
      customer_metadata: { userId: 'user_1' },
      success_url: 'http://localhost:3000/dashboard?checkout=success',
      return_url: 'http://localhost:3000/dashboard?checkout=canceled',
      allow_discount_codes: false,
      allow_trial: false,
    });
  });

  it.each([{}, null, [], { id: 'co_1' }, { url: 'https://polar.sh' }, { id: 'co_1', url: 'javascript:alert(1)' }])(
    'refuses the answer %j',
    async (value) => {
      const { adapter } = await polar(json(value));
      await expect(adapter.createCheckout(checkout)).rejects.toThrow('The provider answered without');
    },
  );
});

describe('fetchCheckout', () => {
  const completion = { type: 'checkout.updated', data: { status: 'succeeded' } };

  it.each([
    [{ status: 'open' }, 200, { state: 'open' }],
    [{ status: 'confirmed' }, 200, { state: 'open' }],
    [{ status: 'expired' }, 200, { state: 'ended' }],
    [{ status: 'succeeded' }, 200, { state: 'complete', completion }],
    [{ error: 'ResourceNotFound' }, 404, { state: 'ended' }],
  ])('%j with status %i is %j', async (value, status, snapshot) => {
    const { adapter, calls } = await polar(json(value, status));
    expect(await adapter.fetchCheckout('co/1?x')).toEqual(snapshot);
    expect(calls[0]).toMatchObject({ method: 'GET', path: '/v1/checkouts/co%2F1%3Fx', body: undefined });
  });
});

describe('fetchSubscription', () => {
  it("returns the provider's snapshot and clock", async () => {
    const { adapter, calls } = await polar(json(subscription));
    const snapshot = await adapter.fetchSubscription('sub_1');
    expect(calls[0]).toMatchObject({ method: 'GET', path: '/v1/subscriptions/sub_1' });
    expect(snapshot?.readAt).toBe('2026-10-01T00:00:06.000Z');
    expect(snapshot?.subscription).toMatchObject({ kind: 'state', status: 'active', quantity: 5, userId: 'user_42' });
  });

  it('returns null for a subscription that the provider does not know', async () => {
    const { adapter } = await polar(json({ error: 'ResourceNotFound' }, 404));
    expect(await adapter.fetchSubscription('sub_1')).toBeNull();
  });

  it('refuses an answer without a subscription', async () => {
    const { adapter } = await polar(json({}));
    await expect(adapter.fetchSubscription('sub_1')).rejects.toThrow('without a subscription id');
  });

  it.each(['', '.', '..'])('never leaves its path by %j', async (id) => {
    const { adapter, calls } = await polar(json(subscription));
    await expect(adapter.fetchSubscription(id)).rejects.toThrow('Not an identifier');
    await expect(adapter.changeSubscription(id, { kind: 'cancel_now' })).rejects.toThrow('Not an identifier');
    expect(calls).toEqual([]);
  });
});

describe('listSubscriptions', () => {
  it('reads every page', async () => {
    const { adapter, calls } = await polar(
      json({ items: [subscription, {}], pagination: { total_count: 3, max_page: 2 } }),
    );
    const first = await adapter.listSubscriptions('cus 1&x=1');
    expect(first.items).toHaveLength(1);
    expect(first.nextCursor).toBe('2');
    const second = await adapter.listSubscriptions('cus 1&x=1', { cursor: first.nextCursor });
    expect(second.nextCursor).toBeUndefined();
    expect(calls.map((call) => call.path)).toEqual([
      '/v1/subscriptions/?customer_id=cus+1%26x%3D1&page=1&limit=100',
      '/v1/subscriptions/?customer_id=cus+1%26x%3D1&page=2&limit=100',
    ]);
  });

  it('rejects an answer without a list, which would look like a customer without subscriptions', async () => {
    const { adapter } = await polar(json({ detail: [] }));
    await expect(adapter.listSubscriptions('cus_1')).rejects.toThrow('without a list');
  });
});

describe('trialEndAfter', () => {
  const start = '2026-01-31T10:00:00.000Z';
  it.each([
    ['day', 30, '2026-03-02T10:00:00.000Z'],
    ['week', 2, '2026-02-14T10:00:00.000Z'],
    ['month', 1, '2026-02-28T10:00:00.000Z'],
    ['year', 1, '2027-01-31T10:00:00.000Z'],
    [null, null, null],
    ['fortnight', 1, null],
  ])("the product's own trial, from the start: %s %s", async (trial_interval, trial_interval_count, end) => {
    const { adapter, calls } = await polar(json({ id: 'prod_pro', trial_interval, trial_interval_count }));
    expect(await adapter.trialEndAfter?.(start, { plan: 'pro', interval: 'month' })).toBe(end);
    expect(calls[0]).toMatchObject({ method: 'GET', path: '/v1/products/prod_pro' });
  });
});
