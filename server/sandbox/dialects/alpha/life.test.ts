import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../../testing.ts';
import { buy, eventsOf, stripeFor, typesOf } from './testing.ts';

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => sandbox.close());

async function move(step: object): Promise<number> {
  const from = sandbox.received.length;
  await sandbox.control('POST', 'clock', step);
  await sandbox.settle();
  return from;
}

/** Moves the clock to a minute after the end of the current period. */
async function moveToRenewal(): Promise<number> {
  const { now, subscriptions } = await sandbox.truth();
  const left = Date.parse(String(subscriptions[0]?.currentPeriodEnd)) - Date.parse(now);
  return move({ seconds: Math.ceil(left / 1000) + 60 });
}

const paidTypes = ['invoice.paid', 'invoice.payment_succeeded'];
const status = async () => (await sandbox.truth()).subscriptions[0]?.status;

describe('the clock', () => {
  test('a renewal moves the period, is paid, and is reported with its own time', async () => {
    await buy(sandbox);
    const [before] = (await sandbox.truth()).subscriptions;
    const from = await moveToRenewal();
    expect(typesOf(sandbox, from)).toEqual(['customer.subscription.updated', ...paidTypes]);
    const [updated] = eventsOf(sandbox, from);
    expect(updated?.data.previous_attributes).toHaveProperty('items');
    expect(updated?.created).toBe(Date.parse(String(before?.currentPeriodEnd)) / 1000);
    expect((await sandbox.truth()).subscriptions[0]?.currentPeriodStart).toBe(before?.currentPeriodEnd);
  });

  test('a year has twelve renewals, in order', async () => {
    await buy(sandbox);
    const from = await move({ months: 12 });
    const invoices = eventsOf(sandbox, from).filter(({ type }) => type === 'invoice.paid');
    expect(invoices).toHaveLength(12);
    expect(invoices.map(({ created }) => created)).toEqual(invoices.map(({ created }) => created).sort());
  });

  test('a trial: announced three days before its end, then paid and active', async () => {
    await buy(sandbox, { trialDays: 14 });
    expect(typesOf(sandbox, await move({ days: 12 }))).toEqual(['customer.subscription.trial_will_end']);
    const from = await move({ days: 3 });
    expect(typesOf(sandbox, from)).toEqual(['customer.subscription.updated', ...paidTypes]);
    expect(eventsOf(sandbox, from)[0]?.data.previous_attributes?.status).toBe('trialing');
    expect(eventsOf(sandbox, from)[1]?.data.object.total).toBe(990);
    expect(await status()).toBe('active');
  });

  test('a card that fails later: past due, retries over days, then canceled', async () => {
    await buy(sandbox, { card: '4000000000000341' });
    const from = await moveToRenewal();
    expect(typesOf(sandbox, from)).toEqual(['invoice.payment_failed', 'customer.subscription.updated']);
    expect(await status()).toBe('past_due');
    expect(typesOf(sandbox, await move({ days: 9 }))).toEqual(['invoice.payment_failed', 'invoice.payment_failed']);
    const last = await move({ days: 9 });
    const givenUp = ['invoice.payment_failed', 'invoice.marked_uncollectible', 'customer.subscription.deleted'];
    expect(typesOf(sandbox, last)).toEqual(givenUp);
    expect(eventsOf(sandbox, last)[2]?.data.object).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    });
    expect(await move({ months: 2 })).toBe(sandbox.received.length);
  });

  test.each([
    ['void', 'invoice.voided', 'voided_at'],
    ['write_off', 'invoice.marked_uncollectible', 'marked_uncollectible_at'],
  ])('%s of the latest invoice: it is reported, and the subscription continues', async (action, type, when) => {
    await buy(sandbox, { card: '4000000000000341' });
    const from = await moveToRenewal();
    const invoice = eventsOf(sandbox, from)[0]?.data.object.id;
    const then = sandbox.received.length;
    await sandbox.control('POST', `invoices/${invoice}/${action}`);
    await sandbox.settle();
    expect(typesOf(sandbox, then)).toEqual(['customer.subscription.updated', type]);
    const told = eventsOf(sandbox, then)[1]?.data.object as { status_transitions: Record<string, number | null> };
    expect(told.status_transitions[when]).toBeGreaterThan(0);
    expect(await status()).toBe('active');
  });

  test('a failed invoice outside the plan does not affect the subscription', async () => {
    const { subscriptionId } = await buy(sandbox);
    const from = sandbox.received.length;
    await sandbox.control('POST', `subscriptions/${subscriptionId}/fail_next`);
    await sandbox.control('POST', `subscriptions/${subscriptionId}/bill`, { amount: 700 });
    await sandbox.settle();
    expect(typesOf(sandbox, from)).toEqual(['invoice.payment_failed']);
    expect(eventsOf(sandbox, from)[0]?.data.object).toMatchObject({ billing_reason: 'manual', amount_due: 700 });
    expect(await status()).toBe('active');
  });

  test('a new card pays open invoices', async () => {
    const { customerId } = await buy(sandbox, { card: '4000000000000341' });
    await moveToRenewal();
    const from = sandbox.received.length;
    await sandbox.control('POST', 'card', { customerId, number: '4242424242424242' });
    await sandbox.settle();
    expect(typesOf(sandbox, from)).toEqual([
      ...['payment_method.attached', 'customer.updated'],
      ...['customer.subscription.updated', ...paidTypes],
    ]);
    expect(await status()).toBe('active');
  });

  test('fail_next fails once, and the next attempt succeeds', async () => {
    const { subscriptionId } = await buy(sandbox);
    await sandbox.control('POST', `subscriptions/${subscriptionId}/fail_next`, {});
    await moveToRenewal();
    expect(await status()).toBe('past_due');
    await move({ days: 4 });
    expect(await status()).toBe('active');
  });

  test('the Date header of the API shows it, and it never goes back', async () => {
    const { now } = await sandbox.control<{ now: string }>('POST', 'clock', { days: 400 });
    const answer = await fetch(`${sandbox.url}/v1/prices/price_yen`);
    expect(Math.abs(Date.parse(answer.headers.get('date') ?? '') - Date.parse(now))).toBeLessThan(5000);
    await expect(sandbox.control('POST', 'clock', { days: -1 })).rejects.toThrow('400');
  });

  test('an open checkout expires after a day', async () => {
    const stripe = stripeFor(sandbox);
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price: 'price_pro_month', quantity: 1 }],
      success_url: 'https://shop.example/',
    });
    expect(typesOf(sandbox, await move({ days: 2 }))).toEqual(['checkout.session.expired']);
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'expired', url: null });
    await expect(sandbox.control('POST', `checkouts/${session.id}/pay`, {})).rejects.toThrow('expired');
  });

  test('an end scheduled for the end of the period takes effect', async () => {
    const { subscriptionId } = await buy(sandbox);
    await stripeFor(sandbox).subscriptions.update(subscriptionId, { cancel_at_period_end: true });
    expect(typesOf(sandbox, await moveToRenewal())).toContain('customer.subscription.deleted');
    expect(await status()).toBe('canceled');
  });
});
