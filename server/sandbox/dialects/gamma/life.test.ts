import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TestSandbox } from '../../testing.ts';
import { buy, call, dataOf, eventsOf, moveToPeriodEnd, startGamma, told, typesOf } from './testing.ts';

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await startGamma();
});
afterEach(() => sandbox.close());

const FAILS_LATER = '4000000000000341';
const WORKS = '4242424242424242';
const DAY_MS = 86_400_000;
const orders = ['order.created', 'order.updated', 'order.paid'];

const control = (path: string, body?: object) => told(sandbox, () => sandbox.control('POST', path, body));

describe('a first purchase', () => {
  const firstPurchase = [
    ...['customer.created', 'customer.state_changed'],
    ...['subscription.created', 'subscription.active', 'subscription.updated'],
    ...[...orders, 'checkout.updated'],
  ];

  test('nine events after the checkout, each with its whole object', async () => {
    const { checkout, customerId, subscriptionId } = await buy(sandbox, { seats: 3 });
    const [opened, ...events] = eventsOf(sandbox);
    expect(opened).toMatchObject({ type: 'checkout.created', data: { id: checkout.id, status: 'open' } });
    expect(typesOf(events)).toEqual(firstPurchase);
    const who = { id: customerId, external_id: 'ann', email: 'ann@example.com', deleted_at: null };
    expect(dataOf(events, 'customer.created')).toMatchObject(who);
    expect(dataOf(events, 'customer.state_changed')).toMatchObject({
      ...who,
      granted_benefits: [],
      active_subscriptions: [{ id: subscriptionId, status: 'active', product_id: 'price_pro_month', amount: 2970 }],
    });
    expect(dataOf(events, 'subscription.active')).toMatchObject({
      id: subscriptionId,
      status: 'active',
      amount: 2970,
      currency: 'usd',
      seats: 3,
      trial_start: null,
      recurring_interval: 'month',
      recurring_interval_count: 1,
      cancel_at_period_end: false,
      canceled_at: null,
      customer_id: customerId,
      product_id: 'price_pro_month',
      checkout_id: checkout.id,
      customer: who,
      metadata: { userId: 'ann' },
      product: { id: 'price_pro_month', name: 'Pro', prices: [{ price_amount: 990, price_currency: 'usd' }] },
    });
    expect(dataOf(events, 'order.created')).toMatchObject({ status: 'pending', paid: false });
    expect(dataOf(events, 'order.paid')).toMatchObject({
      status: 'paid',
      paid: true,
      billing_reason: 'subscription_create',
      total_amount: 2970,
      net_amount: 2970,
      currency: 'usd',
      seats: 3,
      customer_id: customerId,
      subscription_id: subscriptionId,
      customer: who,
      checkout_id: checkout.id,
      metadata: { userId: 'ann' },
      subscription: { id: subscriptionId },
    });
    expect(dataOf(events, 'checkout.updated')).toEqual(checkout);
    expect(checkout).toMatchObject({
      status: 'succeeded',
      customer_email: 'ann@example.com',
      external_customer_id: 'ann',
      amount: 2970,
      net_amount: 2970,
      seats: 3,
      trial_end: null,
      product_id: 'price_pro_month',
      success_url: `https://shop.example/done?id=${String(checkout.id)}`,
    });
  });

  test('with a trial: trialing is reported as active too, and an order of 0 is paid', async () => {
    const trial = { allow_trial: true, trial_interval: 'day', trial_interval_count: 14 };
    const { subscriptionId } = await buy(sandbox, trial);
    const events = eventsOf(sandbox, 1);
    expect(typesOf(events)).toEqual(firstPurchase);
    const active = dataOf(events, 'subscription.active');
    expect(active).toMatchObject({ status: 'trialing', amount: 990, trial_end: active.current_period_end });
    expect(Date.parse(String(active.trial_end)) - Date.parse(String(active.trial_start))).toBe(14 * DAY_MS);
    const free = { billing_reason: 'subscription_create', total_amount: 0, status: 'paid' };
    expect(dataOf(events, 'order.paid')).toMatchObject(free);
    expect(dataOf(events, 'checkout.updated')).toMatchObject({
      net_amount: 990,
      is_payment_required: false,
      trial_end: active.trial_end,
      active_trial_interval: 'day',
      active_trial_interval_count: 14,
    });

    const ended = await told(sandbox, () => moveToPeriodEnd(sandbox));
    expect(typesOf(ended)).toEqual(['subscription.cycled', 'subscription.updated', ...orders]);
    expect(dataOf(ended, 'subscription.cycled')).toMatchObject({ id: subscriptionId, status: 'active' });
    expect(dataOf(ended, 'order.paid')).toMatchObject({ billing_reason: 'subscription_cycle', total_amount: 990 });
  });

  test('one-time: an order of its own kind, no subscription', async () => {
    const { checkout } = await buy(sandbox, { products: ['price_pro_once'], trial_interval: null });
    const events = eventsOf(sandbox, 1);
    const types = ['customer.created', 'customer.state_changed', ...orders, 'checkout.updated'];
    expect(typesOf(events)).toEqual(types);
    const once = { billing_reason: 'purchase', total_amount: 29_900, subscription_id: null, subscription: null };
    expect(dataOf(events, 'order.paid')).toMatchObject({ ...once, metadata: { userId: 'ann' } });
    expect(checkout).toMatchObject({ status: 'succeeded', subscription_id: null });
  });

  test('of a known customer: updated instead of created, whatever the email address', async () => {
    const { customerId } = await buy(sandbox, { products: ['price_pro_once'] });
    const events = await told(sandbox, () => buy(sandbox, { customer_email: 'ann@other.example' }));
    expect(typesOf(events).slice(1, 3)).toEqual(['customer.updated', 'customer.state_changed']);
    expect(dataOf(events, 'customer.updated')).toMatchObject({ id: customerId, email: 'ann@example.com' });
  });

  test('two simultaneous checkouts end at one customer; so do two with one email address', async () => {
    const first = await call(sandbox, 'POST /v1/checkouts/', { products: ['price_yen'], external_customer_id: 'bob' });
    const second = await call(sandbox, 'POST /v1/checkouts/', { products: ['price_yen'], external_customer_id: 'bob' });
    for (const { json } of [first, second]) {
      await sandbox.control('POST', `checkouts/${String(json.id)}/pay`, { email: `${String(json.id)}@example.com` });
    }
    await buy(sandbox);
    await buy(sandbox, { external_customer_id: 'cat', customer_email: 'ANN@example.com' });
    const { customers } = await sandbox.truth();
    expect(customers).toMatchObject([{ externalId: 'bob' }, { externalId: 'ann' }]);
  });
});

describe('billing', () => {
  test('a renewal: the new period, then its order, pending before it is paid', async () => {
    const { subscriptionId } = await buy(sandbox);
    const before = dataOf(eventsOf(sandbox), 'subscription.created');
    const events = await told(sandbox, () => moveToPeriodEnd(sandbox));
    expect(typesOf(events)).toEqual(['subscription.cycled', 'subscription.updated', ...orders]);
    const cycled = { id: subscriptionId, status: 'active', current_period_start: before.current_period_end };
    expect(dataOf(events, 'subscription.cycled')).toMatchObject(cycled);
    expect(dataOf(events, 'order.created')).toMatchObject({ status: 'pending', paid: false });
    const paid = { billing_reason: 'subscription_cycle', status: 'paid', checkout_id: before.checkout_id };
    expect(dataOf(events, 'order.paid')).toMatchObject(paid);
  });

  test('a failing one: the period begins, then past due; a new card recovers it', async () => {
    const { subscriptionId, customerId } = await buy(sandbox, {}, FAILS_LATER);
    const failed = await told(sandbox, () => moveToPeriodEnd(sandbox));
    expect(typesOf(failed)).toEqual([
      ...['subscription.cycled', 'subscription.updated', 'order.created'],
      ...['subscription.past_due', 'subscription.updated', 'order.updated'],
    ]);
    expect(failed[0]?.data).toMatchObject({ status: 'active', past_due_at: null });
    expect(dataOf(failed, 'order.created')).toMatchObject({ subscription: { status: 'active' } });
    expect(dataOf(failed, 'subscription.past_due')).toMatchObject({ id: subscriptionId, status: 'past_due' });
    expect(dataOf(failed, 'subscription.past_due').past_due_at).toEqual(dataOf(failed, 'order.created').created_at);
    const pending = dataOf(failed, 'order.updated');
    expect(pending).toMatchObject({ status: 'pending', paid: false, subscription: { status: 'past_due' } });
    const wait = Date.parse(String(pending.next_payment_attempt_at)) - Date.parse(String(pending.created_at));
    expect(wait).toBe(2 * DAY_MS);

    const mended = await control('card', { customerId, number: WORKS });
    expect(typesOf(mended)).toEqual([
      ...['customer.updated', 'order.updated', 'order.paid', 'subscription.updated', 'subscription.active'],
    ]);
    expect(dataOf(mended, 'order.paid')).toMatchObject({ id: pending.id, status: 'paid' });
    expect(dataOf(mended, 'subscription.active')).toMatchObject({ id: subscriptionId, status: 'active' });
  });

  test('never paid: retried four times, then revoked', async () => {
    await buy(sandbox, {}, FAILS_LATER);
    await told(sandbox, () => moveToPeriodEnd(sandbox));
    const events = await control('clock', { days: 22 });
    expect(typesOf(events)).toEqual([
      ...['order.updated', 'order.updated', 'order.updated', 'order.updated'],
      ...['subscription.updated', 'subscription.canceled', 'subscription.revoked'],
    ]);
    expect(events[3]?.data).toMatchObject({ status: 'void', next_payment_attempt_at: null });
    expect(dataOf(events, 'subscription.revoked')).toMatchObject({ status: 'canceled' });
  });

  test('a partial refund: the order, then the refund', async () => {
    await buy(sandbox, { products: ['price_pro_once'] });
    const { id } = dataOf(eventsOf(sandbox), 'order.paid');
    const refund = (amount: number) => () =>
      call(sandbox, 'POST /v1/refunds/', { order_id: id, reason: 'duplicate', amount });
    const part = await told(sandbox, refund(9_900));
    expect(typesOf(part)).toEqual(['order.refunded', 'refund.created']);
    const partly = { id, status: 'partially_refunded', refunded_amount: 9_900, refundable_amount: 20_000 };
    expect(dataOf(part, 'order.refunded')).toMatchObject(partly);
    const made = { order_id: id, amount: 9_900, currency: 'usd', reason: 'duplicate', status: 'succeeded' };
    expect(dataOf(part, 'refund.created')).toMatchObject(made);
    const rest = await told(sandbox, refund(20_000));
    expect(dataOf(rest, 'order.refunded')).toMatchObject({ status: 'refunded', refunded_amount: 29_900 });
  });
});
