import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  alphaCheckout,
  alphaCustomer,
  alphaEvent,
  alphaInvoice,
  alphaSubscription,
  iso,
  MOMENT,
} from '../testing/alphaObjects.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { answerOf } from '../testing/requests.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const prisma = () => app.deps.billing.database.prisma;

async function deliver(type: string, object: Record<string, unknown>, at = 0) {
  const event = alphaEvent(type, object, at);
  expect(await answerOf(await app.deliver(event))).toEqual({ status: 200, body: { received: true } });
  return prisma().webhookEvent.findFirstOrThrow({ where: { eventId: event.id } });
}

const customerOf = (id: string) => prisma().customer.findFirst({ where: { providerCustomerId: id } });
const subscriptionOf = (id: string) => prisma().subscription.findFirst({ where: { providerSubscriptionId: id } });
const paymentOf = (id: string) => prisma().payment.findFirst({ where: { providerPaymentId: id } });
const fresh = () => randomUUID().replaceAll('-', '');

const date = (at: number) => new Date((MOMENT + at) * 1_000);
const anyDate = expect.any(Date);

describe('customers', () => {
  test('customer.created creates the customer record', async () => {
    const [id, userId] = [`cus_${fresh()}`, fresh()];
    await deliver('customer.created', alphaCustomer(id, userId, { metadata: { userId, team: 'blue' } }));
    expect(await customerOf(id)).toEqual({
      ...{ id: expect.any(String), userId, provider: 'alpha', providerCustomerId: id, email: 'ada@example.com' },
      ...{ metadata: { userId, team: 'blue' }, deletedAt: null, lastEventAt: date(0), lastEventRank: 1 },
      ...{ createdAt: anyDate, updatedAt: anyDate, version: 1 },
    });
  });

  test('customer.updated updates e-mail and metadata', async () => {
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

  test('customer.deleted: no portal any more, live subscriptions end, payments stay', async () => {
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
      ...{ userId, customerId: customer?.id, provider: 'alpha', providerSubscriptionId: id, status, plan: 'pro' },
      ...{ interval: 'month', amount: '9.90', currency: 'usd', cancelAtPeriodEnd: false, canceledAt: null },
      ...{ currentPeriodStart: date(0), currentPeriodEnd: date(30 * 86_400) },
      trialStart: more.trial_start ? date(0) : null,
      trialEnd: more.trial_end ? date(86_400) : null,
    });
    expect(customer).toMatchObject({ userId, email: '' });
  });

  test('updated: status, plan, interval, amount, currency, periods, flags and trial dates are overwritten', async () => {
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
      ...{ status: 'past_due', currency: 'eur', cancel_at_period_end: true, canceled_at: MOMENT + 50 },
      ...{
        trial_start: MOMENT - 20,
        trial_end: MOMENT - 10,
        items: { data: [{ id: 'si', quantity: 2, price, ...period }] },
      },
    };
    await deliver(updated, alphaSubscription(id, undefined, changed), 60);
    const after = await subscriptionOf(id);
    expect(after).toMatchObject({
      ...{ id: before?.id, userId, createdAt: before?.createdAt, status: 'past_due', plan: 'enterprise' },
      ...{ interval: 'year', amount: '1998.00', currency: 'eur', cancelAtPeriodEnd: true, canceledAt: date(50) },
      ...{ currentPeriodStart: date(100), currentPeriodEnd: date(200), trialStart: date(-20), trialEnd: date(-10) },
    });
    expect(after?.updatedAt.getTime()).toBeGreaterThan(before?.updatedAt.getTime() ?? 0);
  });

  test('canceled: the status, and when', async () => {
    const [id, userId] = [`sub_${fresh()}`, fresh()];
    await deliver(created, alphaSubscription(id, userId));
    await deliver(canceled, { id }, 70);
    expect(await subscriptionOf(id)).toMatchObject({ status: 'canceled', canceledAt: date(70), plan: 'pro' });
  });

  test('deleted: marked deleted, canceledAt kept or set', async () => {
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

describe('invoices', () => {
  test.each([
    ['invoice.payment_succeeded', 'succeeded', { amount_paid: 990 }, '9.90'],
    ['invoice.paid', 'succeeded', { amount_paid: 990, currency: 'jpy' }, '990'],
    ['invoice.payment_failed', 'failed', { amount_due: 1_250, amount_paid: 0 }, '12.50'],
    ['invoice.payment_failed', 'failed', { amount_due: 990, amount_paid: 0, currency: 'kwd' }, '0.990'],
  ])('%s makes a payment record with status %s', async (...row) => {
    const [type, status, more, amount] = row;
    const [key, userId] = [fresh(), fresh()];
    await deliver('subscription.created', alphaSubscription(`sub_${key}`, userId, { customer: `cus_${key}` }));
    await deliver(type, alphaInvoice(key, userId, more), 10);
    const subscription = await subscriptionOf(`sub_${key}`);
    expect(await paymentOf(key)).toMatchObject({
      ...{ userId, customerId: subscription?.customerId, subscriptionId: subscription?.id, provider: 'alpha' },
      ...{ providerPaymentId: key, type: 'subscription', status, amount, description: 'Pro, one month' },
      currency: 'currency' in more ? more.currency : 'usd',
    });
    expect(subscription?.status).toBe(status === 'failed' ? 'past_due' : 'active');
  });

  test('a failed invoice that is paid later is one record, and the other way round does not go back', async () => {
    const [key, userId] = [fresh(), fresh()];
    await deliver('invoice.payment_failed', alphaInvoice(key, userId), 10);
    const failed = await paymentOf(key);
    await deliver('invoice.payment_succeeded', alphaInvoice(key, userId), 20);
    expect(await paymentOf(key)).toMatchObject({ id: failed?.id, status: 'succeeded', createdAt: failed?.createdAt });
    await deliver('invoice.payment_failed', alphaInvoice(key, userId), 15);
    expect(await paymentOf(key)).toMatchObject({ status: 'succeeded' });
  });
});

describe('checkouts and orders', () => {
  test.each(['checkout.session.completed', 'checkout.session.async_payment_succeeded'])(
    '%s creates customer, subscription and first payment',
    async (type) => {
      const [key, userId] = [fresh(), fresh()];
      await deliver(type, alphaCheckout(key, userId));
      const [customer, subscription] = [await customerOf(`cus_${key}`), await subscriptionOf(`sub_${key}`)];
      expect(customer).toMatchObject({ userId, email: 'ada@example.com' });
      expect(subscription).toMatchObject({ userId, customerId: customer?.id, status: 'active', plan: 'pro' });
      expect(await paymentOf(`in_${key}`)).toMatchObject({
        ...{ userId, customerId: customer?.id, subscriptionId: subscription?.id },
        ...{ type: 'subscription', status: 'succeeded', amount: '9.90', currency: 'usd' },
      });
    },
  );

  test.each([
    ['order.paid', 'succeeded'],
    ['checkout.session.completed', 'succeeded'],
  ])('%s of a one-time purchase creates its payment and no subscription', async (type, status) => {
    const [key, userId] = [fresh(), fresh()];
    const session = { mode: 'payment', subscription: null, amount_total: 4_900 };
    const row = await deliver(type, alphaCheckout(key, userId, session));
    expect(row).toMatchObject({ type: 'order.paid', nativeType: type, outcome: 'applied' });
    expect(await paymentOf(`in_${key}`)).toMatchObject({
      ...{ userId, subscriptionId: null, type: 'one_time', status, amount: '49.00', currency: 'usd' },
    });
    expect(await prisma().subscription.count({ where: { userId } })).toBe(0);
  });

  test('the order of a purchase that names itself alone', async () => {
    const [id, userId] = [`ord_${fresh()}`, fresh()];
    await deliver('order.paid', { id, amount: 4_900, currency: 'USD', customer: `cus_${id}`, metadata: { userId } });
    expect(await paymentOf(id)).toMatchObject({ userId, type: 'one_time', amount: '49.00', currency: 'usd' });
  });
});

test.each(['', 'charge.refunded', 'customer.subscription.trial_will_end', 'toString', 'x'.repeat(5_000)])(
  'an event of a type that changes nothing (%s) is received and kept as ignored',
  async (type) => {
    const row = await deliver(type, { id: fresh() });
    expect(row).toMatchObject({ outcome: 'ignored', type: null });
    expect(row.occurredAt?.toISOString()).toBe(iso(MOMENT));
  },
);
