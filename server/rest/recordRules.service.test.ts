import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import {
  alphaCheckout,
  alphaCustomer,
  alphaEvent,
  alphaInvoice,
  alphaSubscription,
} from '../testing/events/alphaObjects.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const prisma = () => app.deps.billing.database.prisma;
const fresh = () => randomUUID().replaceAll('-', '');

async function deliver(event: ReturnType<typeof alphaEvent>) {
  expect((await app.deliver(event)).status).toBe(200);
  return prisma().webhookEvent.findFirstOrThrow({ where: { eventId: event.id } });
}

const send = (type: string, object: Record<string, unknown>, at = 0) => deliver(alphaEvent(type, object, at));

async function records(key: string) {
  const [customers, subscriptions, payments] = await Promise.all([
    prisma().customer.findMany({ where: { providerCustomerId: { contains: key } } }),
    prisma().subscription.findMany({ where: { providerSubscriptionId: { contains: key } } }),
    prisma().payment.findMany({ where: { providerPaymentId: { contains: key } } }),
  ]);
  return { customers, subscriptions, payments };
}

const withoutStamp = (record: object | undefined) => ({ ...record, updatedAt: null });

const kinds = [
  { kind: 'customers', type: 'customer.created', object: (key: string, userId?: string) => alphaCustomer(key, userId) },
  {
    kind: 'subscriptions',
    type: 'subscription.created',
    object: (key: string, userId?: string) => alphaSubscription(key, userId),
  },
  {
    kind: 'payments',
    type: 'invoice.payment_succeeded',
    object: (key: string, userId?: string) => alphaInvoice(key, userId),
  },
] as const;

describe.each(kinds)('$kind', ({ kind, type, object }) => {
  test('no match and a user: creates the record', async () => {
    const key = fresh();
    expect(await send(type, object(key, 'ada'))).toMatchObject({ outcome: 'applied', userId: 'ada' });
    expect((await records(key))[kind]).toMatchObject([{ userId: 'ada' }]);
  });

  test('no match and no user: creates nothing, and the event is recorded as unmatched', async () => {
    const key = fresh();
    expect(await send(type, object(key))).toMatchObject({ outcome: 'unmatched', userId: null });
    expect(await records(key)).toEqual({ customers: [], subscriptions: [], payments: [] });
  });

  test('an email address does not identify a user: an account with it gets nothing', async () => {
    const key = fresh();
    const { id, email } = await app.signUp();
    await send(type, { ...object(key), email, customer_email: email, customer_details: { email } });
    expect((await records(key))[kind]).toEqual([]);
    expect(await prisma().customer.count({ where: { userId: id } })).toBe(0);
  });

  test('a match needs no user and keeps its own', async () => {
    const key = fresh();
    await send(type, object(key, 'ada'));
    expect(await send(type, object(key), 5)).toMatchObject({ outcome: 'applied' });
    expect(await send(type, object(key, 'eve'), 6)).toMatchObject({ outcome: 'applied' });
    expect((await records(key))[kind]).toMatchObject([{ userId: 'ada' }]);
  });

  test('a duplicate creates no second record and changes nothing but the count', async () => {
    const key = fresh();
    const event = alphaEvent(type, object(key, 'ada'));
    await deliver(event);
    const [before] = (await records(key))[kind];
    expect(await deliver(event)).toMatchObject({ outcome: 'applied', deliveries: 2 });
    const after = (await records(key))[kind];
    expect(after.map(withoutStamp)).toEqual([withoutStamp(before)]);
  });

  test('twenty simultaneous deliveries create one record', async () => {
    const key = fresh();
    const event = alphaEvent(type, object(key, 'ada'));
    const answers = await Promise.all(Array.from({ length: 20 }, () => app.deliver(event)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect((await records(key))[kind]).toHaveLength(1);
    expect(await prisma().webhookEvent.findFirst({ where: { eventId: event.id } })).toMatchObject({ deliveries: 20 });
  });

  test('an event that waits for its customer is applied when the customer becomes known', async () => {
    const key = fresh();
    const event = alphaEvent(type, object(key), 3);
    await deliver(event);
    const customer = kind === 'customers' ? key : `cus_${key}`;
    await send('customer.created', alphaCustomer(customer, 'ada'), 1);
    expect((await records(key))[kind]).toMatchObject([{ userId: 'ada' }]);
    const row = await prisma().webhookEvent.findFirst({ where: { eventId: event.id } });
    expect(row).toMatchObject({ outcome: 'applied', userId: 'ada' });
  });
});

test('a payment update changes only its status, its dates and updatedAt', async () => {
  const key = fresh();
  await send('invoice.payment_failed', alphaInvoice(key, 'ada'));
  const [before] = (await records(key)).payments;
  const other = { amount_paid: 123_456, currency: 'eur', description: 'Something else' };
  await send('invoice.payment_succeeded', alphaInvoice(key, 'ada', other), 9);
  const [after] = (await records(key)).payments;
  expect(after).toEqual({
    ...before,
    status: 'succeeded',
    failedAt: null,
    paidAt: after?.lastEventAt,
    updatedAt: after?.updatedAt,
    lastEventAt: after?.lastEventAt,
    lastEventRank: after?.lastEventRank,
    version: (before?.version ?? 0) + 1,
  });
  expect(after?.updatedAt).not.toEqual(before?.updatedAt);
});

test('an older event after a newer one is stale: 200, recorded, and nothing changes', async () => {
  const key = fresh();
  await send('subscription.updated', alphaSubscription(key, 'ada', { status: 'past_due' }), 100);
  const before = await records(key);
  const row = await send('subscription.created', alphaSubscription(key, 'ada'), 50);
  expect(row).toMatchObject({ outcome: 'stale', reason: expect.any(String) });
  expect(await records(key)).toEqual(before);
});

test('a payment that arrives before its customer and subscription creates the customer and links both', async () => {
  const key = fresh();
  await send('invoice.payment_succeeded', alphaInvoice(key, 'ada'));
  await send('subscription.created', alphaSubscription(`sub_${key}`, 'ada', { customer: `cus_${key}` }), 1);
  const { customers, subscriptions, payments } = await records(key);
  expect(customers).toMatchObject([{ userId: 'ada' }]);
  expect(subscriptions).toMatchObject([{ customerId: customers[0]?.id }]);
  expect(payments).toMatchObject([{ customerId: customers[0]?.id, subscriptionId: subscriptions[0]?.id }]);
});

test("a customer created with its subscription gets the account's address", async () => {
  const key = fresh();
  const { id, email } = await app.signUp();
  await send('subscription.created', alphaSubscription(key, id));
  expect((await records(key)).customers).toMatchObject([{ userId: id, email }]);
});

test('all events of one purchase, delivered at once, create one customer, one subscription and one payment', async () => {
  const key = fresh();
  const names = { customer: `cus_${key}` };
  const events = [
    alphaEvent('customer.created', alphaCustomer(`cus_${key}`, undefined)),
    alphaEvent('checkout.session.completed', alphaCheckout(key, 'ada'), 2),
    alphaEvent('customer.subscription.created', alphaSubscription(`sub_${key}`, 'ada', names), 1),
    alphaEvent('invoice.payment_succeeded', alphaInvoice(`in_${key}`, 'ada', names), 1),
  ];
  await Promise.all(events.map((event) => app.deliver(event)));
  const { customers, subscriptions, payments } = await records(key);
  expect(customers).toMatchObject([{ userId: 'ada' }]);
  expect(subscriptions).toMatchObject([{ userId: 'ada', status: 'active' }]);
  expect(payments).toMatchObject([{ userId: 'ada', status: 'succeeded' }]);
});
