import { afterAll, beforeAll, expect, test } from 'vitest';
import { buy, stripeFor } from '../../sandbox/dialects/alpha/testing.ts';
import { startTestSandbox, type TestSandbox } from '../../sandbox/testing.ts';
import type { Adapter } from '../adapter.ts';
import { alpha } from './adapter.ts';

let sandbox: TestSandbox;
let adapter: Adapter;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  adapter = alpha.create({
    secretKey: sandbox.options.secretKey,
    webhookSecrets: [],
    apiUrl: sandbox.url,
    // A busy machine may need longer than a provider does.
    timeoutMs: 60_000,
    prices: [
      { id: 'price_pro_month', plan: 'pro', interval: 'month' },
      { id: 'price_starter_month', plan: 'starter', interval: 'month' },
      { id: 'price_pro_year', plan: 'pro', interval: 'year' },
      { id: 'price_that_is_gone', plan: 'lite', interval: 'month' },
    ],
  });
});
afterAll(() => sandbox.close());

const later = (plan: string, interval: 'month' | 'year' = 'month') =>
  ({ kind: 'change_plan', plan, interval, since: 'period_end' }) as const;

/** What Stripe will charge in each phase; null: no schedule manages the subscription. */
async function plannedFor(id: string) {
  const { schedule } = await stripeFor(sandbox).subscriptions.retrieve(id, { expand: ['schedule'] });
  if (schedule === null || typeof schedule === 'string') return schedule;
  return schedule.phases.map(({ items }) => items[0]?.price);
}

test('a refused plan leaves the scheduled change in place', async () => {
  const { subscriptionId: id } = await buy(sandbox, { userId: 'refused' });
  await adapter.changeSubscription(id, later('starter'));
  const waiting = ['price_pro_month', 'price_starter_month'];
  expect(await plannedFor(id)).toEqual(waiting);
  await expect(adapter.changeSubscription(id, later('lite'))).rejects.toThrow(/answered 4\d\d/);
  expect(await plannedFor(id)).toEqual(waiting);
});

test('a refused first change leaves nothing behind', async () => {
  const { subscriptionId: id } = await buy(sandbox, { userId: 'first' });
  await expect(adapter.changeSubscription(id, later('lite'))).rejects.toThrow(/answered 4\d\d/);
  expect(await plannedFor(id)).toBeNull();
  await adapter.changeSubscription(id, later('starter'));
  expect(await plannedFor(id)).toEqual(['price_pro_month', 'price_starter_month']);
});

test('the next phase is planned from the current one, not from a past one', async () => {
  const { subscriptionId: id } = await buy(sandbox, { userId: 'again', price: 'price_pro_year' });
  await adapter.changeSubscription(id, later('pro'));
  await sandbox.control('POST', 'clock', { days: 367 });
  expect(await plannedFor(id)).toEqual(['price_pro_year', 'price_pro_month']);
  await adapter.changeSubscription(id, later('starter'));
  expect(await plannedFor(id)).toEqual(['price_pro_year', 'price_pro_month', 'price_starter_month']);
});

test('a change that waits keeps the discount of the subscription', async () => {
  const stripe = stripeFor(sandbox);
  await stripe.coupons.create({ id: 'fifth', percent_off: 20, duration: 'forever' });
  const { subscriptionId: id } = await buy(sandbox, { userId: 'discounted', coupon: 'fifth' });
  const discounts = async () => (await stripe.subscriptions.retrieve(id)).discounts.length;
  expect(await discounts()).toBe(1);
  await adapter.changeSubscription(id, later('starter'));
  expect(await discounts()).toBe(1);
  await sandbox.control('POST', 'clock', { days: 32 });
  const { data } = await stripe.invoices.list({ subscription: id, limit: 1 });
  expect(data).toMatchObject([{ total: 392, lines: { data: [{ amount: 490 }] } }]);
  expect(await discounts()).toBe(1);
});
