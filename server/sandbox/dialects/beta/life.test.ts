import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buy, call, eventsOf, type Json, moveToPeriodEnd, startBeta, told } from './testing.ts';

let sandbox: Awaited<ReturnType<typeof startBeta>>;
beforeEach(async () => {
  sandbox = await startBeta();
});
afterEach(() => sandbox.close());

const types = (events: { eventType: string }[]) => events.map(({ eventType }) => eventType);
const FAILS_LATER = '4000000000000341';

describe('a first purchase', () => {
  test('checkout, active, paid; the first transaction names the order and starts with the subscription', async () => {
    const { checkout, subscriptionId } = await buy(sandbox, { units: 3 });
    const [completed, active, paid] = eventsOf(sandbox);
    expect(types(eventsOf(sandbox))).toEqual(['checkout.completed', 'subscription.active', 'subscription.paid']);
    const order = completed?.object.order as Record<string, unknown>;
    expect(completed?.object).toMatchObject({
      id: checkout.id,
      object: 'checkout',
      request_id: 'req_1',
      status: 'completed',
      units: 3,
      metadata: { userId: 'ann' },
      order: { type: 'recurring', status: 'paid', amount: 2970, amount_paid: 2970, currency: 'USD' },
      product: { id: 'price_pro_month', billing_period: 'every-month', price: 990 },
      customer: { email: 'ann@example.com' },
      subscription: { id: subscriptionId, status: 'active', product: 'price_pro_month' },
    });
    expect(active?.object).not.toHaveProperty('last_transaction');
    expect(paid?.object).toMatchObject({
      id: subscriptionId,
      status: 'active',
      metadata: { userId: 'ann' },
      items: [{ product_id: 'price_pro_month', units: 3 }],
      last_transaction: { id: order.transaction, order: order.id, status: 'paid', amount_paid: 2970 },
    });
    const start = Number(paid?.object.last_transaction?.period_start);
    expect(start).toBeLessThanOrEqual(Date.parse(String(paid?.object.created_at)));
  });

  test('a trial of the product: trialing until its end without a transaction; then active and paid', async () => {
    await buy(sandbox, { product: 'price_starter_month' });
    const [completed, trialing] = eventsOf(sandbox);
    expect(types(eventsOf(sandbox))).toEqual(['checkout.completed', 'subscription.trialing']);
    expect(completed?.object.order).toMatchObject({ amount: 490, amount_paid: 0, status: 'paid' });
    expect(trialing?.object).toMatchObject({ status: 'trialing', product: { trial_period_days: 7 } });
    expect(trialing?.object).not.toHaveProperty('last_transaction_id');
    const { current_period_start_date: start, current_period_end_date: end } = trialing?.object ?? {};
    expect(Date.parse(String(end)) - Date.parse(String(start))).toBe(7 * 86_400_000);
    const events = await told(sandbox, () => moveToPeriodEnd(sandbox));
    expect(types(events)).toEqual(['subscription.active', 'subscription.paid']);
    expect(events[1]?.object.last_transaction).toMatchObject({
      amount_paid: 490,
      period_start: Date.parse(String(end)),
    });
  });

  test('nobody gets a second trial, whatever the product and the case of the address', async () => {
    const { subscriptionId } = await buy(sandbox, { product: 'price_starter_month' });
    const cancel = `POST /v1/subscriptions/${subscriptionId}/cancel`;
    await told(sandbox, () => call(sandbox, cancel, { mode: 'immediate' }));
    const events = await told(sandbox, () => buy(sandbox, { product: 'price_pro_year', email: 'Ann@Example.com' }));
    expect(types(events)).toEqual(['checkout.completed', 'subscription.active', 'subscription.paid']);
    const other = await told(sandbox, () => buy(sandbox, { product: 'price_pro_year', email: 'ben@example.com' }));
    expect(types(other)).toEqual(['checkout.completed', 'subscription.trialing']);
  });

  test('a checkout bound to a customer stays theirs, and typing another address gives no trial', async () => {
    const { json: ann } = await call(sandbox, 'POST /v1/customers', { email: 'ann@example.com', external_id: 'u_ann' });
    const body = { product_id: 'price_pro_year', customer: { id: ann.id } };
    const { json } = await call(sandbox, 'POST /v1/checkouts', body);
    await buy(sandbox, { product: 'price_starter_month' });
    const pay = () => sandbox.control('POST', `checkouts/${String(json.id)}/pay`, { email: 'new@example.com' });
    const events = await told(sandbox, pay);
    expect(types(events)).toEqual(['checkout.completed', 'subscription.active', 'subscription.paid']);
    const customer = { id: ann.id, email: 'ann@example.com', external_id: 'u_ann' };
    expect(events.map(({ object }) => object.customer)).toEqual(events.map(() => expect.objectContaining(customer)));
    const { status } = await call(sandbox, 'GET /v1/customers?email=new%40example.com');
    expect(status).toBe(404);
  });

  test('a checkout opened without an address decides on the trial when it is paid', async () => {
    await buy(sandbox);
    const { json } = await call(sandbox, 'POST /v1/checkouts', { product_id: 'price_pro_year' });
    const pay = () => sandbox.control('POST', `checkouts/${String(json.id)}/pay`, { email: 'ann@example.com' });
    expect(types(await told(sandbox, pay))).toContain('subscription.paid');
  });

  test('one-time: the checkout only', async () => {
    await buy(sandbox, { product: 'price_pro_once' });
    const [completed, ...others] = eventsOf(sandbox);
    expect(others).toEqual([]);
    expect(completed?.object).toMatchObject({
      order: { type: 'onetime', status: 'paid', amount_paid: 29_900 },
      product: { billing_type: 'onetime', billing_period: 'once' },
    });
    expect(completed?.object).not.toHaveProperty('subscription');
  });
});

describe('renewals', () => {
  test('a paid one: a separate transaction, which begins after the subscription', async () => {
    await buy(sandbox);
    const first = eventsOf(sandbox)[2]?.object.last_transaction;
    const [paid, ...others] = await told(sandbox, () => moveToPeriodEnd(sandbox));
    expect(others).toEqual([]);
    expect(paid?.eventType).toBe('subscription.paid');
    const transaction = paid?.object.last_transaction;
    expect(transaction).toMatchObject({ status: 'paid', order: first?.order, period_start: first?.period_end });
    expect(transaction?.id).not.toBe(first?.id);
    expect(paid?.object.last_transaction_id).toBe(transaction?.id);
    expect(Number(transaction?.period_start)).toBeGreaterThan(Date.parse(String(paid?.object.created_at)));
  });

  test('leave the item as it is: only another product or number of units changes it', async () => {
    const { subscriptionId } = await buy(sandbox);
    const changedAt = ({ object }: { object: Json }) => (object.items as Json[])[0]?.updated_at;
    const [first] = eventsOf(sandbox).slice(-1).map(changedAt);
    const [renewed] = (await told(sandbox, () => moveToPeriodEnd(sandbox))).map(changedAt);
    expect(renewed).toBe(first);
    const path = `/v1/subscriptions/${subscriptionId}`;
    const { json } = await call(sandbox, `GET /v1/subscriptions?subscription_id=${subscriptionId}`);
    const items = (json.items as Json[]).map(({ id }) => ({ id, units: 3 }));
    const [changed] = (await told(sandbox, () => call(sandbox, `POST ${path}`, { items }))).map(changedAt);
    expect(Date.parse(String(changed))).toBeGreaterThan(Date.parse(String(first)) + 28 * 86_400_000);
  });

  test('a failing one: past due with the declined transaction, which the retry then pays', async () => {
    const { customerId } = await buy(sandbox, { card: FAILS_LATER });
    const [pastDue, ...others] = await told(sandbox, () => moveToPeriodEnd(sandbox));
    expect(others).toEqual([]);
    expect(pastDue?.eventType).toBe('subscription.past_due');
    const declined = pastDue?.object.last_transaction;
    expect(pastDue?.object.status).toBe('past_due');
    expect(declined).toMatchObject({ status: 'declined', amount: 990, amount_paid: 0 });
    const change = () => sandbox.control('POST', 'card', { customerId, number: '4242424242424242' });
    const [paid] = await told(sandbox, change);
    expect(paid?.eventType).toBe('subscription.paid');
    expect(paid?.object).toMatchObject({ status: 'active', last_transaction: { id: declined?.id, status: 'paid' } });
  });

  test('one that keeps failing: past due at every attempt, expired after the last, canceled', async () => {
    await buy(sandbox, { card: FAILS_LATER });
    await told(sandbox, () => moveToPeriodEnd(sandbox));
    const events = await told(sandbox, () => sandbox.control('POST', 'clock', { days: 20 }));
    expect(types(events)).toEqual([
      ...['subscription.past_due', 'subscription.past_due', 'subscription.past_due'],
      ...['subscription.expired', 'subscription.canceled'],
    ]);
    expect(new Set(events.slice(0, 3).map(({ object }) => object.last_transaction?.id)).size).toBe(1);
    expect(events.at(-1)?.object.status).toBe('canceled');
  });

  test('an abandoned one: unpaid', async () => {
    const { subscriptionId } = await buy(sandbox, { card: FAILS_LATER });
    await told(sandbox, () => moveToPeriodEnd(sandbox));
    const act = () => sandbox.control('POST', `subscriptions/${subscriptionId}/mark_unpaid`, {});
    const [unpaid] = await told(sandbox, act);
    expect(unpaid?.eventType).toBe('subscription.unpaid');
    expect(unpaid?.object).toMatchObject({ status: 'unpaid', last_transaction: { status: 'declined' } });
  });
});

test("deleting a customer, which this provider's API cannot do, cancels live subscriptions and ends the webhooks", async () => {
  const { customerId } = await buy(sandbox);
  const events = await told(sandbox, () => sandbox.control('DELETE', `customers/${customerId}`));
  expect(types(events)).toEqual(['subscription.canceled']);
  expect((await call(sandbox, `GET /v1/customers?customer_id=${customerId}`)).status).toBe(404);
  const { json } = await call(sandbox, `GET /v1/customers/${customerId}/subscriptions`);
  expect(json.items).toMatchObject([{ status: 'canceled' }]);
});
