import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TestSandbox } from '../../testing.ts';
import { buy, call, dataOf, moveToPeriodEnd, startGamma, told, typesOf } from './testing.ts';

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await startGamma();
});
afterEach(() => sandbox.close());

const DAY_MS = 86_400_000;
const orders = ['order.created', 'order.updated', 'order.paid'];

const patch = (id: string, body: object) => told(sandbox, () => call(sandbox, `PATCH /v1/subscriptions/${id}`, body));

describe('changes', () => {
  test('a plan billed now: updated and an order for the change; carried over: no order', async () => {
    const { subscriptionId } = await buy(sandbox, { products: ['price_starter_month'] });
    const now = { product_id: 'price_pro_month', proration_behavior: 'invoice' };
    const events = await patch(subscriptionId, now);
    expect(typesOf(events)).toEqual(['subscription.updated', ...orders]);
    expect(dataOf(events, 'subscription.updated')).toMatchObject({ product_id: 'price_pro_month', amount: 990 });
    expect(dataOf(events, 'order.paid')).toMatchObject({ billing_reason: 'subscription_update', total_amount: 500 });

    const later = { product_id: 'price_starter_month', proration_behavior: 'prorate' };
    expect(typesOf(await patch(subscriptionId, later))).toEqual(['subscription.updated']);
  });

  test('a plan with another interval, or a reset, begins a new period at once', async () => {
    const { subscriptionId } = await buy(sandbox);
    const yearly = await patch(subscriptionId, { product_id: 'price_pro_year' });
    expect(typesOf(yearly)).toEqual(['subscription.updated', ...orders]);
    expect(dataOf(yearly, 'subscription.updated')).toMatchObject({ recurring_interval: 'year', amount: 9900 });
    await sandbox.control('POST', 'clock', { days: 100 });
    const reset = await patch(subscriptionId, { seats: 2, proration_behavior: 'reset' });
    const { now } = await sandbox.truth();
    const { current_period_start: start, seats, amount } = dataOf(reset, 'subscription.updated');
    expect({ seats, amount }).toEqual({ seats: 2, amount: 19_800 });
    expect(Math.abs(Date.parse(now) - Date.parse(String(start)))).toBeLessThan(60_000);
  });

  test('a plan for the next period waits for it', async () => {
    const { subscriptionId } = await buy(sandbox);
    const body = { product_id: 'price_starter_month', proration_behavior: 'next_period' };
    const events = await patch(subscriptionId, body);
    const waiting = dataOf(events, 'subscription.updated');
    expect(waiting).toMatchObject({ product_id: 'price_pro_month', amount: 990 });
    const pending = { product_id: 'price_starter_month', applies_at: waiting.current_period_end, seats: null };
    expect(waiting.pending_update).toMatchObject(pending);
    const cycled = await told(sandbox, () => moveToPeriodEnd(sandbox));
    const moved = { product_id: 'price_starter_month', amount: 490, pending_update: null };
    expect(dataOf(cycled, 'subscription.cycled')).toMatchObject(moved);
  });

  test('an end is scheduled, undone, scheduled again and takes effect', async () => {
    const { subscriptionId } = await buy(sandbox);
    const cancel = { cancel_at_period_end: true, customer_cancellation_reason: 'unused' };
    const planned = await patch(subscriptionId, cancel);
    expect(typesOf(planned)).toEqual(['subscription.updated', 'subscription.canceled']);
    const canceled = dataOf(planned, 'subscription.canceled');
    expect(canceled).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      ends_at: canceled.current_period_end,
      ended_at: null,
      customer_cancellation_reason: 'unused',
    });
    expect(canceled.canceled_at).not.toBeNull();
    const undone = await patch(subscriptionId, { cancel_at_period_end: false });
    expect(typesOf(undone)).toEqual(['subscription.uncanceled', 'subscription.updated']);
    const goesOn = { cancel_at_period_end: false, canceled_at: null, ends_at: null };
    expect(dataOf(undone, 'subscription.uncanceled')).toMatchObject(goesOn);

    await patch(subscriptionId, cancel);
    const over = await told(sandbox, () => moveToPeriodEnd(sandbox));
    expect(typesOf(over)).toEqual(['subscription.updated', 'subscription.revoked']);
    const revoked = dataOf(over, 'subscription.revoked');
    expect(revoked).toMatchObject({ status: 'canceled', cancel_at_period_end: true, ended_at: canceled.ends_at });
  });

  test.each(['DELETE', 'PATCH'])('%s ends it at once', async (method) => {
    const { subscriptionId } = await buy(sandbox);
    const body = method === 'PATCH' ? { revoke: true } : undefined;
    const request = `${method} /v1/subscriptions/${subscriptionId}`;
    const events = await told(sandbox, () => call(sandbox, request, body));
    expect(typesOf(events)).toEqual(['subscription.updated', 'subscription.canceled', 'subscription.revoked']);
    const revoked = dataOf(events, 'subscription.revoked');
    expect(revoked).toMatchObject({ status: 'canceled', cancel_at_period_end: false, ends_at: revoked.ended_at });
    expect(revoked.canceled_at).not.toBeNull();
  });

  test('a pause at the end of the period: scheduled, undone, scheduled again; then it starts and ends', async () => {
    const { subscriptionId } = await buy(sandbox);
    const planned = await patch(subscriptionId, { pause_at_period_end: true });
    expect(typesOf(planned)).toEqual(['subscription.updated']);
    expect(dataOf(planned, 'subscription.updated')).toMatchObject({ status: 'active', pause_at_period_end: true });
    const back = await patch(subscriptionId, { resume: true });
    expect(dataOf(back, 'subscription.updated')).toMatchObject({ pause_at_period_end: false });
    await patch(subscriptionId, { pause_at_period_end: true });
    const paused = await told(sandbox, () => moveToPeriodEnd(sandbox));
    expect(typesOf(paused)).toEqual(['subscription.updated', 'subscription.paused']);
    expect(dataOf(paused, 'subscription.paused')).toMatchObject({ status: 'paused', pause_at_period_end: false });
    const resumed = await patch(subscriptionId, { resume: true });
    expect(typesOf(resumed)).toEqual(['subscription.resumed', 'subscription.updated', ...orders]);
    expect(dataOf(resumed, 'subscription.resumed')).toMatchObject({ status: 'active', paused_at: null });
  });

  test('a trial is added, moved and ended', async () => {
    const { subscriptionId } = await buy(sandbox);
    const { now } = await sandbox.truth();
    const until = new Date(Date.parse(now) + 40 * DAY_MS).toISOString();
    const given = await patch(subscriptionId, { trial_end: until });
    expect(typesOf(given)).toEqual(['subscription.updated']);
    const trialing = dataOf(given, 'subscription.updated');
    expect(trialing).toMatchObject({ status: 'trialing', trial_end: until.replace('Z', '000Z') });
    expect(trialing.current_period_end).toEqual(trialing.trial_end);
    const ended = await patch(subscriptionId, { trial_end: 'now' });
    expect(typesOf(ended)).toEqual(['subscription.cycled', 'subscription.updated', ...orders]);
    expect(dataOf(ended, 'subscription.cycled')).toMatchObject({ status: 'active' });
  });

  test('a deleted customer: each subscription ends, then the customer', async () => {
    const { customerId } = await buy(sandbox);
    const events = await told(sandbox, () => call(sandbox, `DELETE /v1/customers/${customerId}`));
    const ending = ['subscription.updated', 'subscription.canceled', 'subscription.revoked'];
    expect(typesOf(events)).toEqual([...ending, 'customer.deleted']);
    expect(dataOf(events, 'customer.deleted')).toMatchObject({ id: customerId, external_id: 'ann' });
    expect(dataOf(events, 'customer.deleted').deleted_at).not.toBeNull();
  });
});
