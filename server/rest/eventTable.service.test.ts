import { describe, expect, test } from 'vitest';
import { alphaCustomer, alphaInvoice, alphaSubscription, iso, MOMENT } from '../testing/events/alphaObjects.ts';
import { eventTable, fresh } from '../testing/events/eventTable.ts';

const { deliver, customerOf, subscriptionOf, paymentOf } = eventTable();

const date = (at: number) => new Date((MOMENT + at) * 1_000);
const anyDate = expect.any(Date);

describe('customers', () => {
  test('customer.created creates the customer record', async () => {
    const [id, userId] = [`cus_${fresh()}`, fresh()];
    await deliver('customer.created', alphaCustomer(id, userId, { metadata: { userId, team: 'blue' } }));
    expect(await customerOf(id)).toEqual({
      id: expect.any(String),
      userId,
      provider: 'alpha',
      providerCustomerId: id,
      email: 'ada@example.com',
      billingEmail: null,
      assigned: false,
      metadata: { userId, team: 'blue' },
      deletedAt: null,
      lastEventAt: date(0),
      lastEventRank: 1,
      createdAt: anyDate,
      updatedAt: anyDate,
      version: 1,
    });
  });

  test('customer.updated updates email and metadata', async () => {
    const [id, userId] = [`cus_${fresh()}`, fresh()];
    await deliver('customer.created', alphaCustomer(id, userId));
    const before = await customerOf(id);
    await deliver(
      'customer.updated',
      alphaCustomer(id, undefined, { email: 'new@example.com', metadata: { a: '1' } }),
      5,
    );
    const after = await customerOf(id);
    expect(after).toMatchObject({
      userId,
      email: 'new@example.com',
      metadata: { a: '1' },
      createdAt: before?.createdAt,
    });
    expect(after?.updatedAt.getTime()).toBeGreaterThan(before?.updatedAt.getTime() ?? 0);
  });

  test('customer.deleted closes the portal, ends live subscriptions and keeps payments', async () => {
    const [key, userId] = [fresh(), fresh()];
    const customer = `cus_${key}`;
    await deliver('subscription.created', alphaSubscription(key, userId));
    await deliver('invoice.payment_succeeded', alphaInvoice(`in_${key}`, userId, { customer }), 1);
    await deliver('customer.deleted', alphaCustomer(customer, undefined, { deleted: true }), 9);
    expect(await customerOf(customer)).toMatchObject({ userId, deletedAt: date(9) });
    expect(await subscriptionOf(key)).toMatchObject({ status: 'canceled', canceledAt: date(9) });
    expect(await paymentOf(`in_${key}`)).toMatchObject({ status: 'succeeded' });
  });
});

const canceled = 'subscription.canceled';

describe.each([
  { created: 'subscription.created', updated: 'subscription.updated', deleted: 'subscription.deleted' },
  {
    created: 'customer.subscription.created',
    updated: 'customer.subscription.updated',
    deleted: 'customer.subscription.deleted',
  },
])('subscriptions ($created)', ({ created, updated, deleted }) => {
  test.each([
    ['active', { status: 'active' }],
    ['trialing', { status: 'trialing', trial_start: MOMENT, trial_end: MOMENT + 86_400 }],
    ['active', { status: undefined }],
    ['trialing', { status: undefined, trial_start: MOMENT, trial_end: MOMENT + 86_400 }],
  ])('created as %s', async (status, more: Record<string, unknown>) => {
    const [id, userId] = [`sub_${fresh()}`, fresh()];
    await deliver(created, alphaSubscription(id, userId, more));
    const customer = await customerOf(`cus_${id}`);
    expect(await subscriptionOf(id)).toMatchObject({
      userId,
      customerId: customer?.id,
      provider: 'alpha',
      providerSubscriptionId: id,
      status,
      plan: 'pro',
      interval: 'month',
      amount: '9.90',
      currency: 'usd',
      cancelAtPeriodEnd: false,
      canceledAt: null,
      currentPeriodStart: date(0),
      currentPeriodEnd: date(30 * 86_400),
      trialStart: more.trial_start ? date(0) : null,
      trialEnd: more.trial_end ? date(86_400) : null,
    });
    expect(customer).toMatchObject({ userId, email: '' });
  });

  test('updated overwrites status, plan, interval, amount, currency, periods, flags and trial dates', async () => {
    const [id, userId] = [`sub_${fresh()}`, fresh()];
    await deliver(created, alphaSubscription(id, userId));
    const before = await subscriptionOf(id);
    const price = {
      id: 'price_enterprise_year',
      currency: 'eur',
      unit_amount: 99_900,
      recurring: { interval: 'year' },
    };
    const period = { current_period_start: MOMENT + 100, current_period_end: MOMENT + 200 };
    const changed = {
      status: 'past_due',
      currency: 'eur',
      cancel_at_period_end: true,
      canceled_at: MOMENT + 50,
      trial_start: MOMENT - 20,
      trial_end: MOMENT - 10,
      items: { data: [{ id: 'si', quantity: 2, price, ...period }] },
    };
    await deliver(updated, alphaSubscription(id, undefined, changed), 60);
    const after = await subscriptionOf(id);
    expect(after).toMatchObject({
      id: before?.id,
      userId,
      createdAt: before?.createdAt,
      status: 'past_due',
      plan: 'enterprise',
      interval: 'year',
      amount: '1998.00',
      currency: 'eur',
      cancelAtPeriodEnd: true,
      canceledAt: date(50),
      currentPeriodStart: date(100),
      currentPeriodEnd: date(200),
      trialStart: date(-20),
      trialEnd: date(-10),
    });
    expect(after?.updatedAt.getTime()).toBeGreaterThan(before?.updatedAt.getTime() ?? 0);
  });

  test('canceled sets the status and the time', async () => {
    const [id, userId] = [`sub_${fresh()}`, fresh()];
    await deliver(created, alphaSubscription(id, userId));
    await deliver(canceled, { id }, 70);
    expect(await subscriptionOf(id)).toMatchObject({ status: 'canceled', canceledAt: date(70), plan: 'pro' });
  });

  test('deleted marks the subscription as deleted and keeps or sets canceledAt', async () => {
    for (const [canceled_at, expected] of [
      [MOMENT + 5, date(5)],
      [null, date(80)],
    ] as const) {
      const [id, userId] = [`sub_${fresh()}`, fresh()];
      await deliver(created, alphaSubscription(id, userId));
      await deliver(deleted, alphaSubscription(id, undefined, { status: 'canceled', canceled_at }), 80);
      expect(await subscriptionOf(id)).toMatchObject({ status: 'deleted', canceledAt: expected });
    }
  });
});

test.each(['', 'charge.refunded', 'customer.subscription.trial_will_end', 'toString', 'x'.repeat(5_000)])(
  'an event of a type that changes nothing (%s) is received and recorded as ignored',
  async (type) => {
    const row = await deliver(type, { id: fresh() });
    expect(row).toMatchObject({ outcome: 'ignored', type: null });
    expect(row.occurredAt?.toISOString()).toBe(iso(MOMENT));
  },
);
