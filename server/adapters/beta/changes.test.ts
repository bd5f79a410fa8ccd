import { afterEach, describe, expect, it } from 'vitest';
import { answering, closeAnswering, json } from '../../testing/company/answering.ts';
import type { SubscriptionChange } from '../adapter.ts';
import { beta } from './adapter.ts';
import { fixtureText } from './fixtures/index.ts';

const prices = [{ id: 'prod_recqdOhZjRXttszExIfTK', plan: 'pro', interval: 'month' } as const];
const subscription = JSON.parse(fixtureText('subscription.update.seats')).object;
const item = subscription.items[0];
const GET = 'GET /v1/subscriptions';

async function creem() {
  const { calls, address } = await answering(json(subscription));
  return { calls, adapter: beta.create({ secretKey: 'creem_hidden', webhookSecrets: [], apiUrl: address, prices }) };
}

afterEach(closeAnswering);

describe('changes', () => {
  it.each<[SubscriptionChange, string, unknown]>([
    [{ kind: 'cancel_at_period_end' }, 'cancel', { mode: 'scheduled' }],
    [{ kind: 'cancel_now' }, 'cancel', { mode: 'immediate' }],
    [{ kind: 'resume' }, 'resume', undefined],
    [
      { kind: 'change_plan', plan: 'pro', interval: 'month' },
      'upgrade',
      { product_id: 'prod_recqdOhZjRXttszExIfTK', update_behavior: 'proration-charge-immediately' },
    ],
    [
      { kind: 'change_plan', plan: 'pro', interval: 'month', since: 'period_end' },
      'upgrade',
      { product_id: 'prod_recqdOhZjRXttszExIfTK', update_behavior: 'proration-none' },
    ],
    [
      { kind: 'undo', back: { plan: 'pro', interval: 'month', priceId: 'prod_older' } },
      'upgrade',
      { product_id: 'prod_older', update_behavior: 'proration-none' },
    ],
    [
      { kind: 'undo', back: { plan: 'pro', interval: 'month', priceId: null } },
      'upgrade',
      { product_id: 'prod_recqdOhZjRXttszExIfTK', update_behavior: 'proration-none' },
    ],
    [{ kind: 'pause' }, 'pause', undefined],
    [{ kind: 'unpause' }, 'resume', undefined],
  ])('sends %j', async (change, action, body) => {
    const { calls, adapter } = await creem();
    await adapter.changeSubscription('sub/1', change);
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({ method: 'POST', path: `/v1/subscriptions/sub%2F1/${action}` });
    expect(calls[0]?.body).toEqual(body);
  });

  it('sets seats and plan of the one item in one call', async () => {
    const { calls, adapter } = await creem();
    await adapter.changeSubscription('sub_1', { kind: 'change_plan', plan: 'pro', interval: 'month', quantity: 7 });
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `${GET}?subscription_id=sub_1`,
      'POST /v1/subscriptions/sub_1',
    ]);
    expect(calls[1]?.body).toEqual({
      items: [{ id: item.id, product_id: 'prod_recqdOhZjRXttszExIfTK', units: 7 }],
      update_behavior: 'proration-charge-immediately',
    });
  });

  it('never reaches another resource', async () => {
    const { calls, adapter } = await creem();
    await expect(adapter.changeSubscription('..', { kind: 'resume' })).rejects.toThrow('Not an identifier');
    expect(calls).toEqual([]);
  });
});
