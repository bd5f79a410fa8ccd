import { afterEach, describe, expect, it } from 'vitest';
import { closeAnswering, json } from '../../testing/company/answering.ts';
import type { SubscriptionChange } from '../adapter.ts';
import { alpha } from './adapter.ts';
import { type Answers, company, refusal } from './fixtures/company.ts';
import { prices as fixturePrices, fixtureText } from './fixtures/index.ts';

const prices = [...fixturePrices, { id: 'price_pro_year', plan: 'pro', interval: 'year' } as const];
const seats: Record<string, unknown> = JSON.parse(fixtureText('customer.subscription.updated.plan-change')).data.object;
const SUB = '/v1/subscriptions/sub_1';

async function adapterWith(answers: Answers) {
  const { calls, address } = await company(answers);
  return { calls, adapter: alpha.create({ secretKey: 'sk_test_hidden', webhookSecrets: [], apiUrl: address, prices }) };
}

afterEach(closeAnswering);

describe('fetchSubscription', () => {
  it("returns the provider's snapshot and clock", async () => {
    const { adapter } = await adapterWith({ [`GET ${SUB}`]: seats });
    expect(await adapter.fetchSubscription('sub_1')).toMatchObject({
      readAt: '2026-10-01T00:00:06.000Z',
      subscription: { kind: 'state', userId: 'user_42', status: 'active', quantity: 5 },
    });
  });

  it('reads decimal prices through the SDK', async () => {
    const item = { id: 'si_1', price: { id: 'price_x', unit_amount: null, unit_amount_decimal: '0.5' }, quantity: 4 };
    const { adapter } = await adapterWith({
      [`GET ${SUB}`]: { id: 'sub_1', currency: 'usd', items: { data: [item] } },
    });
    const snapshot = await adapter.fetchSubscription('sub_1');
    expect(snapshot?.subscription.amount).toEqual({ minorUnits: 2, currency: 'usd' });
  });

  it('returns null only for a subscription that Stripe does not know', async () => {
    const { adapter } = await adapterWith({
      'GET /v1/subscriptions/sub_2': refusal(403, { code: 'resource_missing' }),
      'GET /v1/subscriptions/sub_3': json({ error: 'not found' }, 404),
      'GET /v1/subscriptions/sub_4': {},
    });
    expect(await adapter.fetchSubscription('sub_1')).toBeNull();
    await expect(adapter.fetchSubscription('sub_2')).rejects.toThrow('answered 403 resource_missing req_1');
    await expect(adapter.fetchSubscription('sub_3')).rejects.toThrow('404');
    await expect(adapter.fetchSubscription('sub_4')).rejects.toThrow('without a subscription id');
  });

  it('never leaves its path', async () => {
    const { adapter, calls } = await adapterWith({});
    for (const id of ['', '.', '..']) await expect(adapter.fetchSubscription(id)).rejects.toThrow('Not an identifier');
    expect(await adapter.fetchSubscription('../customers/cus_1?x#y')).toBeNull();
    expect(calls.map(({ path }) => path)).toEqual(['/v1/subscriptions/..%2Fcustomers%2Fcus_1%3Fx%23y']);
  });
});

describe('listSubscriptions', () => {
  const page = (data: unknown[], has_more: unknown) => ({ object: 'list', data, has_more });

  it('reads every page, ended subscriptions included', async () => {
    const pages = [page([{ id: 'sub_1' }, { id: 'sub_2' }], true), page([{ id: 'sub_3' }], false)];
    const { adapter, calls } = await adapterWith({
      'GET /v1/subscriptions': (response, request) => json(pages.shift())(response, request),
    });
    const first = await adapter.listSubscriptions('cus_1');
    expect(first.items.map(({ subscription }) => subscription.providerSubscriptionId)).toEqual(['sub_1', 'sub_2']);
    expect(first.nextCursor).toBe('sub_2');
    const second = await adapter.listSubscriptions('cus_1', { cursor: first.nextCursor });
    expect(second.items.map(({ readAt }) => readAt)).toEqual(['2026-10-01T00:00:06.000Z']);
    expect(second.nextCursor).toBeUndefined();
    expect(calls.map(({ path }) => path)).toEqual([
      '/v1/subscriptions?customer=cus_1&status=all&limit=100',
      '/v1/subscriptions?customer=cus_1&status=all&limit=100&starting_after=sub_2',
    ]);
  });

  it('leaves out entries without an id and rejects an answer that is not a list', async () => {
    const { adapter } = await adapterWith({ 'GET /v1/subscriptions': page([null, {}, { id: 'sub_1' }], true) });
    expect((await adapter.listSubscriptions('cus_1')).items).toHaveLength(1);
    const { adapter: broken } = await adapterWith({ 'GET /v1/subscriptions': { data: null } });
    await expect(broken.listSubscriptions('cus_1')).rejects.toThrow('without a list');
  });
});

describe('changeSubscription', () => {
  /** The calls, reads excluded, that a change makes for a subscription with these fields. */
  async function changing(change: SubscriptionChange, fields: object = {}) {
    const current = { ...seats, id: 'sub_1', ...fields };
    const { adapter, calls } = await adapterWith({
      [`GET ${SUB}`]: current,
      [`POST ${SUB}`]: current,
      [`DELETE ${SUB}`]: current,
    });
    await adapter.changeSubscription('sub_1', change);
    return calls.filter(({ method }) => method !== 'GET').map(({ method, path, form }) => ({ method, path, form }));
  }

  it.each([
    [{ cancel_at_period_end: true, cancel_at: 1_769_592_000 }, { cancel_at_period_end: 'false' }],
    [{ cancel_at_period_end: true, cancel_at: null }, { cancel_at_period_end: 'false' }],
    [{ cancel_at_period_end: false, cancel_at: 1_769_592_000 }, { cancel_at: '' }],
    [{ cancel_at_period_end: false, cancel_at: null }, { cancel_at_period_end: 'false' }],
  ])('resumes one that is set to end by %j', async (fields, form) => {
    expect(await changing({ kind: 'resume' }, fields)).toEqual([{ method: 'POST', path: SUB, form }]);
  });

  it('changes the price of the item, keeping its seats', async () => {
    expect(await changing({ kind: 'change_plan', plan: 'pro', interval: 'year' })).toEqual([
      {
        method: 'POST',
        path: SUB,
        form: {
          'items[0][id]': 'si_rectYIbQgeJW9b',
          'items[0][price]': 'price_pro_year',
          'items[0][quantity]': '5',
          proration_behavior: 'always_invoice',
          payment_behavior: 'error_if_incomplete',
          'metadata[plan]': 'pro',
          'metadata[interval]': 'year',
        },
      },
    ]);
  });

  it.each([
    [{ kind: 'change_plan', plan: 'pro', interval: 'one_time' } as const, {}],
    [{ kind: 'change_plan', plan: 'enterprise', interval: 'year' } as const, {}],
    [{ kind: 'change_plan', plan: 'pro', interval: 'year' } as const, { items: { data: [] } }],
  ])('rejects %j of %j', async (change, fields) => {
    await expect(changing(change, fields)).rejects.toThrow();
  });
});
