import { describe, expect, test } from 'vitest';
import { alphaCheckout, alphaInvoice, alphaSubscription } from '../testing/events/alphaObjects.ts';
import { eventTable, fresh } from '../testing/events/eventTable.ts';

const { deliver, customerOf, subscriptionOf, paymentOf, prisma } = eventTable();

describe('invoices', () => {
  test.each([
    ['invoice.payment_succeeded', 'succeeded', { amount_paid: 990 }, '9.90'],
    ['invoice.paid', 'succeeded', { amount_paid: 990, currency: 'jpy' }, '990'],
    ['invoice.payment_failed', 'failed', { amount_due: 1_250, amount_paid: 0 }, '12.50'],
    ['invoice.payment_failed', 'failed', { amount_due: 990, amount_paid: 0, currency: 'kwd' }, '0.990'],
  ])('%s creates a payment record with status %s', async (...row) => {
    const [type, status, more, amount] = row;
    const [key, userId] = [fresh(), fresh()];
    await deliver('subscription.created', alphaSubscription(`sub_${key}`, userId, { customer: `cus_${key}` }));
    await deliver(type, alphaInvoice(key, userId, more), 10);
    const subscription = await subscriptionOf(`sub_${key}`);
    expect(await paymentOf(key)).toMatchObject({
      userId,
      customerId: subscription?.customerId,
      subscriptionId: subscription?.id,
      provider: 'alpha',
      providerPaymentId: key,
      type: 'subscription',
      status,
      amount,
      description: 'Pro, one month',
      currency: 'currency' in more ? more.currency : 'usd',
    });
    expect(subscription?.status).toBe(status === 'failed' ? 'past_due' : 'active');
  });

  test('a failed invoice that is paid later stays one record, and a paid one never becomes failed', async () => {
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
        userId,
        customerId: customer?.id,
        subscriptionId: subscription?.id,
        type: 'subscription',
        status: 'succeeded',
        amount: '9.90',
        currency: 'usd',
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
      userId,
      subscriptionId: null,
      type: 'one_time',
      status,
      amount: '49.00',
      currency: 'usd',
    });
    expect(await prisma().subscription.count({ where: { userId } })).toBe(0);
  });

  test('the order of a purchase that has only its own id', async () => {
    const [id, userId] = [`ord_${fresh()}`, fresh()];
    await deliver('order.paid', { id, amount: 4_900, currency: 'USD', customer: `cus_${id}`, metadata: { userId } });
    expect(await paymentOf(id)).toMatchObject({ userId, type: 'one_time', amount: '49.00', currency: 'usd' });
  });
});
