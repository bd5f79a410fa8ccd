import { expect, test } from 'vitest';
import { freshName } from '../../testing/app/twoProcesses.ts';
import {
  alphaCheckout,
  alphaCustomer,
  alphaEvent,
  alphaInvoice,
  alphaSubscription,
} from '../../testing/events/alphaObjects.ts';
import { date, eventTable } from '../../testing/events/eventTable.ts';

// One row a rule, from the signed body to PostgreSQL. The rules' own table: `decidePayments.test.ts`.

const { app, records, tell, all } = eventTable();

type Fields = Record<string, unknown>;

test('a payment: created with its customer, linked to its subscription; later only its status and dates change', async () => {
  const key = freshName();
  await tell('invoice.payment_failed', alphaInvoice(key, 'ada', { amount_due: 990, amount_paid: 0 }));
  await tell('subscription.created', alphaSubscription(`sub_${key}`, 'ada', { customer: `cus_${key}` }), { at: 1 });
  const { customers, subscriptions, payments } = await all(key);
  const [before] = payments;
  expect(before).toMatchObject({
    userId: 'ada',
    provider: 'alpha',
    type: 'subscription',
    status: 'failed',
    amount: '9.90',
    currency: 'usd',
    description: 'Pro, one month',
    customerId: customers[0]?.id,
    subscriptionId: subscriptions[0]?.id,
  });
  expect(subscriptions).toMatchObject([{ customerId: customers[0]?.id, userId: 'ada' }]);
  const other = { amount_paid: 123_456, currency: 'eur', description: 'Something else' };
  await tell('invoice.payment_succeeded', alphaInvoice(key, 'ada', other), { at: 9 });
  const [after] = (await all(key)).payments;
  const { updatedAt, lastEventRank } = after ?? {};
  const mark = { lastEventAt: date(9), paidAt: date(9), updatedAt, lastEventRank, version: (before?.version ?? 0) + 1 };
  expect(after).toEqual({ ...before, ...mark, status: 'succeeded', failedAt: null });
  expect(updatedAt).not.toEqual(before?.updatedAt);
});

test.each<[string, Fields, object | null, object | null]>([
  ['paid', {}, { status: 'active', plan: 'pro' }, { type: 'subscription', amount: '9.90' }],
  ['without a payment', { payment_status: 'no_payment_required' }, { status: 'trialing' }, null],
  ['unpaid', { payment_status: 'unpaid' }, { status: 'incomplete' }, null],
  [
    'of one purchase',
    { mode: 'payment', subscription: null, amount_total: 4_900 },
    null,
    { type: 'one_time', amount: '49.00' },
  ],
])('a checkout %s creates the customer and what was bought', async (...[, session, subscription, payment]) => {
  const key = freshName();
  await tell('checkout.session.completed', alphaCheckout(key, 'ada', session));
  const { customers, subscriptions, payments } = await all(key);
  const owned = { userId: 'ada', customerId: customers[0]?.id };
  expect(customers).toMatchObject([{ userId: 'ada', email: 'ada@example.com' }]);
  expect(subscriptions).toMatchObject(subscription ? [{ ...owned, ...subscription }] : []);
  expect(payments).toMatchObject(payment ? [{ ...owned, ...payment, status: 'succeeded', currency: 'usd' }] : []);
});

test('order.paid of a purchase that has only its own id', async () => {
  const id = `ord_${freshName()}`;
  await tell('order.paid', { id, amount: 4_900, currency: 'USD', customer: `cus_${id}`, metadata: { userId: 'ada' } });
  expect(await records().payment(id)).toMatchObject({
    userId: 'ada',
    type: 'one_time',
    amount: '49.00',
    currency: 'usd',
  });
});

test('all events of one purchase, delivered at once, create one customer, one subscription and one payment', async () => {
  const key = freshName();
  const names = { customer: `cus_${key}` };
  const events = [
    alphaEvent('customer.created', alphaCustomer(`cus_${key}`, undefined)),
    alphaEvent('checkout.session.completed', alphaCheckout(key, 'ada'), 2),
    alphaEvent('customer.subscription.created', alphaSubscription(`sub_${key}`, 'ada', names), 1),
    alphaEvent('invoice.payment_succeeded', alphaInvoice(`in_${key}`, 'ada', names), 1),
  ];
  await Promise.all(events.map((event) => app().deliver(event)));
  const { customers, subscriptions, payments } = await all(key);
  expect(customers).toMatchObject([{ userId: 'ada' }]);
  expect(subscriptions).toMatchObject([{ userId: 'ada', status: 'active' }]);
  expect(payments).toMatchObject([{ userId: 'ada', status: 'succeeded' }]);
});
