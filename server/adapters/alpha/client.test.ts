import { afterEach, describe, expect, it } from 'vitest';
import { closeAnswering } from '../../testing/company/answering.ts';
import type { CheckoutInput, Price } from '../adapter.ts';
import type { AdapterOptions } from '../definition.ts';
import { alpha } from './adapter.ts';
import { type Answers, company } from './fixtures/company.ts';

const prices: Price[] = [
  { id: 'price_pro', plan: 'pro', interval: 'month' },
  { id: 'price_pro_year', plan: 'pro', interval: 'year' },
  { id: 'price_life', plan: 'pro', interval: 'one_time' },
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
const session = { id: 'cs_1', object: 'checkout.session', url: 'https://checkout.stripe.com/c/cs_1', status: 'open' };

/** An adapter connected to a local server that gives these Stripe answers. */
async function adapterWith(answers: Answers, path = '', options: Partial<AdapterOptions> = {}) {
  const { calls, address } = await company(answers);
  const adapter = alpha.create({
    secretKey: 'sk_test_hidden',
    webhookSecrets: [],
    apiUrl: `${address}${path}`,
    prices,
    ...options,
  });
  return { adapter, calls };
}

afterEach(closeAnswering);

describe('createCheckout', () => {
  const answers = { 'POST /v1/checkout/sessions': session };

  it('starts a subscription with the user in every field that events carry', async () => {
    const { adapter, calls } = await adapterWith(answers);
    const created = await adapter.createCheckout({ ...checkout, trialDays: 14, quantity: 3 });
    expect(created).toEqual({ url: 'https://checkout.stripe.com/c/cs_1', sessionId: 'cs_1' });
    expect(calls).toHaveLength(1);
    expect(calls[0]?.headers).toMatchObject({
      authorization: 'Bearer sk_test_hidden',
      'idempotency-key': 'key_1',
      'stripe-version': '2026-10-28.endive',
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(calls[0]?.form).toEqual({
      mode: 'subscription',
      'line_items[0][price]': 'price_pro',
      'line_items[0][quantity]': '3',
      client_reference_id: 'user_1',
      customer_email: 'a@b.co',
      'metadata[userId]': 'user_1',
      'metadata[plan]': 'pro',
      'metadata[interval]': 'month',
      'subscription_data[metadata][userId]': 'user_1',
      'subscription_data[metadata][plan]': 'pro',
      'subscription_data[metadata][interval]': 'month',
      'subscription_data[trial_period_days]': '14',
      success_url: 'http://localhost:3000/dashboard?checkout=success',
      cancel_url: 'http://localhost:3000/dashboard?checkout=canceled',
    });
  });

  it('lets buyers enter codes and tax ids if the settings allow it', async () => {
    const taxed = { 'automatic_tax[enabled]': 'true', 'tax_id_collection[enabled]': 'true' };
    const { adapter, calls } = await adapterWith(answers, '', { checkout: { discountCodes: true, tax: true } });
    await adapter.createCheckout(checkout);
    await adapter.createCheckout({ ...checkout, interval: 'one_time', providerCustomerId: 'cus_1' });
    const [first, second] = calls.map(({ form }) => form);
    expect(first).toMatchObject({ ...taxed, allow_promotion_codes: 'true' });
    expect(Object.keys(first ?? {}).join()).not.toContain('customer_update');
    const written = { 'customer_update[address]': 'auto', 'customer_update[name]': 'auto' };
    expect(second).toMatchObject({ ...taxed, ...written, allow_promotion_codes: 'true', mode: 'payment' });
  });

  it('makes a one-time sale with a new customer', async () => {
    const { adapter, calls } = await adapterWith(answers);
    await adapter.createCheckout({ ...checkout, interval: 'one_time', trialDays: 14 });
    expect(calls[0]?.form).toEqual({
      mode: 'payment',
      'line_items[0][price]': 'price_life',
      'line_items[0][quantity]': '1',
      client_reference_id: 'user_1',
      customer_email: 'a@b.co',
      customer_creation: 'always',
      'metadata[userId]': 'user_1',
      'metadata[plan]': 'pro',
      'metadata[interval]': 'one_time',
      'payment_intent_data[metadata][userId]': 'user_1',
      'payment_intent_data[metadata][plan]': 'pro',
      'payment_intent_data[metadata][interval]': 'one_time',
      success_url: 'http://localhost:3000/dashboard?checkout=success',
      cancel_url: 'http://localhost:3000/dashboard?checkout=canceled',
    });
  });

  it.each(['month', 'year', 'one_time'] as const)('reuses the customer: %s', async (interval) => {
    const { adapter, calls } = await adapterWith(answers);
    await adapter.createCheckout({ ...checkout, interval, providerCustomerId: 'cus_1', trialDays: 0 });
    const { form } = calls[0] ?? {};
    expect(form).toMatchObject({ customer: 'cus_1' });
    expect(Object.keys(form ?? {})).not.toContain('customer_email');
    expect(Object.keys(form ?? {})).not.toContain('customer_creation');
    expect(Object.keys(form ?? {})).not.toContain('subscription_data[trial_period_days]');
  });

  it('leaves out a reference that Stripe would refuse', async () => {
    const { adapter, calls } = await adapterWith(answers);
    const userId = 'u'.repeat(201);
    await adapter.createCheckout({ ...checkout, userId });
    expect(calls[0]?.form).toMatchObject({ 'metadata[userId]': userId });
    expect(calls[0]?.form).not.toHaveProperty('client_reference_id');
  });

  it.each([[{}], [{ id: 'cs_1', url: null }], [{ id: 'cs_1', url: 'javascript:alert(1)' }], [{ url: session.url }]])(
    'rejects the answer %j',
    async (answer) => {
      const { adapter } = await adapterWith({ 'POST /v1/checkout/sessions': answer });
      await expect(adapter.createCheckout(checkout)).rejects.toThrow('The provider answered without');
    },
  );

  it("keeps the base address's path", async () => {
    const { adapter, calls } = await adapterWith({ 'POST /alpha/v1/checkout/sessions': session }, '/alpha/');
    await adapter.createCheckout(checkout);
    expect(calls[0]?.path).toBe('/alpha/v1/checkout/sessions');
  });
});

describe('fetchCheckout', () => {
  const object = { id: 'cs_1', status: 'complete' };
  const completion = { type: 'checkout.session.completed', data: { object } };

  it.each([
    [{ status: 'open' }, { state: 'open' }],
    [{ status: 'complete' }, { state: 'complete', completion }],
    [{ status: 'expired' }, { state: 'ended' }],
    [{}, { state: 'ended' }],
  ])('%j: %j', async (answer, snapshot) => {
    const { adapter, calls } = await adapterWith({ 'GET /v1/checkout/sessions/cs_1': { id: 'cs_1', ...answer } });
    expect(await adapter.fetchCheckout('cs_1')).toEqual(snapshot);
    expect(calls).toHaveLength(1);
  });

  it('reports an unknown session as ended', async () => {
    const { adapter } = await adapterWith({});
    expect(await adapter.fetchCheckout('cs_1')).toEqual({ state: 'ended' });
  });
});

it('previews what a change will really charge: with the tax, and after the balance', async () => {
  const item = { id: 'si_1', price: { id: 'price_pro' }, quantity: 1 };
  const { adapter } = await adapterWith({
    'GET /v1/subscriptions/sub_1': { id: 'sub_1', items: { data: [item] } },
    'POST /v1/invoices/create_preview': { currency: 'eur', subtotal: 1_000, total: 1_190, amount_due: 1_090 },
  });
  const change = { kind: 'change_plan', plan: 'pro', interval: 'year' } as const;
  expect(await adapter.previewChange('sub_1', change)).toEqual({ minorUnits: 1_090, currency: 'eur' });
});
