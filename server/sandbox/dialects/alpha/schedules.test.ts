import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../../testing.ts';
import { buy, stripeFor } from './testing.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.close());

const monthly = [{ price: 'price_pro_month', quantity: 1 }];

test('a scheduled change takes effect with the next period, and can be undone', async () => {
  const stripe = stripeFor(sandbox);
  const { subscriptionId } = await buy(sandbox, { userId: 'scheduled' });
  const made = await stripe.subscriptionSchedules.create({ from_subscription: subscriptionId });
  const [{ start_date, end_date } = { start_date: 0, end_date: 0 }] = made.phases;
  const next = { items: [{ price: 'price_starter_month', quantity: 2 }], start_date: end_date };
  const plan = () =>
    stripe.subscriptionSchedules.update(made.id, { phases: [{ items: monthly, start_date, end_date }, next] });
  expect((await plan()).phases[1]?.items).toMatchObject([{ price: 'price_starter_month', quantity: 2 }]);
  expect((await stripe.subscriptions.retrieve(subscriptionId)).items.data[0]?.price.id).toBe('price_pro_month');
  await sandbox.control('POST', 'clock', { months: 1, days: 1 });
  const moved = await stripe.subscriptions.retrieve(subscriptionId);
  expect(moved.items.data[0]).toMatchObject({ price: { id: 'price_starter_month' }, quantity: 2 });
  const released = await stripe.subscriptionSchedules.release(made.id);
  expect(released).toMatchObject({ status: 'released', released_subscription: subscriptionId });
  expect((await stripe.subscriptions.retrieve(subscriptionId)).schedule).toBeNull();
});

test("a schedule's end may be the subscription's, which only the schedule can then change", async () => {
  const stripe = stripeFor(sandbox);
  const { subscriptionId } = await buy(sandbox, { userId: 'fixed-term' });
  const { id, phases } = await stripe.subscriptionSchedules.create({ from_subscription: subscriptionId });
  const [{ start_date, end_date } = { start_date: 0, end_date: 0 }] = phases;
  const until = async (end_behavior: 'cancel' | 'release') => {
    const running = { items: monthly, start_date, end_date };
    const set = await stripe.subscriptionSchedules.update(id, { phases: [running], end_behavior });
    const { cancel_at, cancel_at_period_end } = await stripe.subscriptions.retrieve(subscriptionId);
    return [set.end_behavior, cancel_at, cancel_at_period_end];
  };
  expect(await until('cancel')).toEqual(['cancel', end_date, false]);
  for (const direct of [{ cancel_at: '' as const }, { cancel_at_period_end: false }, { cancel_at_period_end: true }])
    await expect(stripe.subscriptions.update(subscriptionId, direct)).rejects.toThrow('update the schedule instead');
  expect(await until('release')).toEqual(['release', null, false]);
  await until('cancel');
  await stripe.subscriptionSchedules.release(id);
  expect(await stripe.subscriptions.retrieve(subscriptionId)).toMatchObject({ cancel_at: null, schedule: null });

  const again = await stripe.subscriptionSchedules.create({ from_subscription: subscriptionId });
  await stripe.subscriptionSchedules.update(again.id, { end_behavior: 'cancel' });
  await sandbox.control('POST', 'clock', { months: 1, days: 1 });
  expect(await stripe.subscriptions.retrieve(subscriptionId)).toMatchObject({ status: 'canceled' });
  expect(await stripe.subscriptionSchedules.retrieve(again.id)).toMatchObject({ status: 'completed' });
});
