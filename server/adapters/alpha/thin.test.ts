import { afterEach, expect, it } from 'vitest';
import { readUnsigned } from '../../billing/events/judgeEvent.ts';
import { closeAnswering } from '../../testing/company/answering.ts';
import { alpha } from './adapter.ts';
import { type Answers, company, refusal } from './fixtures/company.ts';

const prices = [{ id: 'price_pro', plan: 'pro', interval: 'month' as const }];
const subscription = {
  id: 'sub_1',
  object: 'subscription',
  customer: 'cus_1',
  status: 'past_due',
  items: { data: [{ price: { id: 'price_pro', unit_amount: 990, currency: 'usd' }, quantity: 1 }] },
};
const thin = {
  id: 'evt_thin_1',
  object: 'v2.core.event',
  type: 'v1.customer.subscription.past_due',
  created: '2026-10-01T00:00:05.250Z',
  livemode: false,
  related_object: { id: 'sub_1', type: 'subscription', url: '/v1/subscriptions/sub_1' },
};

async function read(answers: Answers, body: object = thin) {
  const { calls, address } = await company(answers);
  const adapter = alpha.create({ secretKey: 'sk_test_1', webhookSecrets: [], apiUrl: address, prices });
  const { event } = readUnsigned(adapter, JSON.stringify(body));
  const whole = await adapter.expandEvent?.(event);
  const paths = calls.map(({ path }) => path);
  return {
    said: adapter.processWebhookEvent(event),
    whole,
    result: whole && adapter.processWebhookEvent(whole),
    paths,
  };
}

afterEach(closeAnswering);

it('is read as its snapshot event, with its own id and finer time', async () => {
  const snapshot = {
    id: 'evt_snapshot_1',
    object: 'event',
    type: 'customer.subscription.updated',
    created: 1_790_812_805,
  };
  const { said, whole, result, paths } = await read({
    'GET /v2/core/events/evt_thin_1': { ...thin, snapshot_event: 'evt_snapshot_1' },
    'GET /v1/events/evt_snapshot_1': { ...snapshot, livemode: false, data: { object: subscription } },
  });
  expect(said).toEqual({ isThin: true, warnings: [] });
  expect(whole).toMatchObject({ id: 'evt_thin_1', type: 'subscription.updated', occurredAt: thin.created });
  expect(result?.subscription).toMatchObject({ providerSubscriptionId: 'sub_1', status: 'past_due', plan: 'pro' });
  expect(paths).toEqual(['/v2/core/events/evt_thin_1', '/v1/events/evt_snapshot_1']);
});

it.each([
  ['has none', { ...thin }],
  ['has one that was forgotten', { ...thin, snapshot_event: 'evt_old' }],
  ['is forgotten itself', refusal(404, { code: 'resource_missing' })],
])("whose notification %s is read from the object's current state", async (_name, notified) => {
  const { whole, result } = await read({
    'GET /v2/core/events/evt_thin_1': notified,
    'GET /v1/subscriptions/sub_1': subscription,
  });
  expect(whole).toMatchObject({
    id: 'evt_thin_1',
    nativeType: 'customer.subscription.past_due',
    type: 'subscription.updated',
  });
  expect(result?.subscription).toMatchObject({ status: 'past_due', amount: { minorUnits: 990, currency: 'usd' } });
});

it('yields nothing when the provider knows neither event nor object', async () => {
  expect((await read({})).whole).toBeNull();
});

it('yields nothing when it names an unrelated object or no valid id', async () => {
  const other = { ...thin, related_object: { id: 'prod_1', type: 'product', url: '/v1/products/prod_1' } };
  expect((await read({}, other)).whole).toBeNull();
  await expect(read({}, { ...thin, related_object: { id: '..', type: 'subscription' } })).rejects.toThrow('identifier');
});

it('is not fetched if its type changes no record', async () => {
  const { said } = await read({}, { ...thin, type: 'v1.product.updated' });
  expect(said).toEqual({ ignored: 'product.updated changes no record', warnings: [] });
});
