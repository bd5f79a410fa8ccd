import { describe, expect, test } from 'vitest';
import { freshName } from '../../testing/app/twoProcesses.ts';
import { alphaCustomer, alphaInvoice, alphaSubscription, MOMENT } from '../../testing/events/alphaObjects.ts';
import { bareSubscription } from '../../testing/events/bareObjects.ts';
import { date, eventTable } from '../../testing/events/eventTable.ts';
import { readBody } from '../ledger/ledger.ts';

// One row a rule, from the signed body to PostgreSQL. The rules' own tables: `decide*.test.ts`, `rules/*.test.ts`.

const { app, prisma, records, tell, all } = eventTable();

const withoutStamp = (record: object | undefined) => ({ ...record, updatedAt: null });

const kinds = [
  { kind: 'customers', type: 'customer.created', object: alphaCustomer },
  { kind: 'subscriptions', type: 'subscription.created', object: alphaSubscription },
  { kind: 'payments', type: 'invoice.payment_succeeded', object: alphaInvoice },
] as const;

describe.each(kinds)('$kind', ({ kind, type, object }) => {
  test('without a user: created by no event, not even one with the address of an account, until it is known', async () => {
    const key = freshName();
    const { id, email } = await app().signUp();
    const named = { ...object(key, undefined), email, customer_email: email, customer_details: { email } };
    const event = await tell(type, named, { at: 3 });
    expect(event).toMatchObject({ outcome: 'unmatched', reason: 'names no known user', userId: null });
    expect(await all(key)).toEqual({ customers: [], subscriptions: [], payments: [] });
    expect(await prisma().customer.count({ where: { userId: id } })).toBe(0);
    await tell('customer.created', alphaCustomer(kind === 'customers' ? key : `cus_${key}`, 'ada'), { at: 1 });
    expect((await all(key))[kind]).toMatchObject([{ userId: 'ada' }]);
    expect(await records().event(`${event?.eventId}`)).toMatchObject({ outcome: 'applied', userId: 'ada' });
  });

  test('of a user: created, and kept by whoever is named later', async () => {
    const key = freshName();
    expect(await tell(type, object(key, 'ada'))).toMatchObject({ outcome: 'applied', userId: 'ada' });
    expect(await tell(type, object(key, undefined), { at: 5 })).toMatchObject({ outcome: 'applied' });
    expect(await tell(type, object(key, 'eve'), { at: 6 })).toMatchObject({ outcome: 'applied' });
    expect((await all(key))[kind]).toMatchObject([{ userId: 'ada' }]);
  });

  test.each([0, null])(
    'twenty deliveries at once have one effect, and another only raises the count (at %s)',
    async (at) => {
      const key = freshName();
      const id = `evt_${key}`;
      await Promise.all(Array.from({ length: 20 }, () => tell(type, object(key, 'ada'), { at, id })));
      const before = (await all(key))[kind];
      expect(before).toHaveLength(1);
      expect(await tell(type, object(key, 'ada'), { at, id })).toMatchObject({ outcome: 'applied', deliveries: 21 });
      expect((await all(key))[kind].map(withoutStamp)).toEqual(before.map(withoutStamp));
    },
  );
});

test('a customer: created, changed, and ended with its subscriptions, but not its payments', async () => {
  const key = freshName();
  const id = `cus_${key}`;
  await tell('customer.created', alphaCustomer(id, key, { metadata: { userId: key, team: 'blue' } }));
  expect(await records().customer(id)).toMatchObject({
    userId: key,
    email: 'ada@example.com',
    metadata: { userId: key, team: 'blue' },
    deletedAt: null,
    lastEventAt: date(0),
    version: 1,
  });
  await tell('subscription.created', alphaSubscription(key, key), { at: 1 });
  await tell('invoice.payment_succeeded', alphaInvoice(`in_${key}`, key, { customer: id }), { at: 2 });
  await tell('customer.updated', alphaCustomer(id, undefined, { email: 'new@example.com', metadata: { a: '1' } }), {
    at: 5,
  });
  expect(await records().customer(id)).toMatchObject({ userId: key, email: 'new@example.com', metadata: { a: '1' } });
  await tell('customer.deleted', alphaCustomer(id, undefined, { deleted: true }), { at: 9 });
  const { customers, subscriptions, payments } = await all(key);
  expect(customers).toMatchObject([{ deletedAt: date(9) }]);
  expect(subscriptions).toMatchObject([{ status: 'canceled', canceledAt: date(9), customerId: customers[0]?.id }]);
  expect(payments).toMatchObject([{ status: 'succeeded', customerId: customers[0]?.id }]);
});

test.each(['', 'customer.'])('%ssubscription.*: created, overwritten, canceled and deleted', async (prefix) => {
  const id = freshName();
  const named = { provider: 'alpha', providerSubscriptionId: id, userId: 'ada' };
  await tell(`${prefix}subscription.created`, alphaSubscription(id, 'ada'));
  const { customers } = await all(id);
  const first = { ...named, customerId: customers[0]?.id, status: 'active', plan: 'pro', interval: 'month' };
  const money = { amount: '9.90', currency: 'usd', cancelAtPeriodEnd: false, canceledAt: null, trialStart: null };
  const period = { currentPeriodStart: date(0), currentPeriodEnd: date(30 * 86_400) };
  expect(await records().subscription(id)).toMatchObject({ ...first, ...money, ...period });
  const price = { id: 'price_enterprise_year', currency: 'eur', unit_amount: 99_900, recurring: { interval: 'year' } };
  const item = { id: 'si', quantity: 2, price, current_period_start: MOMENT + 100, current_period_end: MOMENT + 200 };
  const changed = {
    status: 'past_due',
    currency: 'eur',
    cancel_at_period_end: true,
    canceled_at: MOMENT + 50,
    trial_start: MOMENT - 20,
    trial_end: MOMENT - 10,
    items: { data: [item] },
  };
  await tell(`${prefix}subscription.updated`, alphaSubscription(id, undefined, changed), { at: 60 });
  expect(await records().subscription(id)).toMatchObject({
    ...named,
    status: 'past_due',
    plan: 'enterprise',
    interval: 'year',
    amount: '1998.00',
    currency: 'eur',
    cancelAtPeriodEnd: true,
    canceledAt: date(50),
    trialStart: date(-20),
    trialEnd: date(-10),
    currentPeriodStart: date(100),
    currentPeriodEnd: date(200),
  });
  await tell('subscription.canceled', { id }, { at: 70 });
  expect(await records().subscription(id)).toMatchObject({ status: 'canceled', plan: 'enterprise' });
  const end = alphaSubscription(id, undefined, { status: 'canceled', canceled_at: null });
  await tell(`${prefix}subscription.deleted`, end, { at: 80 });
  expect(await tell('subscription.updated', alphaSubscription(id, 'ada'), { at: 75 })).toMatchObject({
    outcome: 'stale',
    reason: 'not newer than what was applied',
  });
  expect(await records().subscription(id)).toMatchObject({ status: 'deleted', canceledAt: date(80) });
});

test("a new customer has its account's address; it is linked to what its owner bought without one", async () => {
  const [key, name] = [freshName(), freshName()];
  const { id, email } = await app().signUp();
  await tell('subscription.created', alphaSubscription(key, id));
  expect((await all(key)).customers).toMatchObject([{ userId: id, email }]);
  await tell('subscription.created', bareSubscription(name, { customer: undefined }));
  expect(await records().subscription(`sub_${name}`)).toMatchObject({ customerId: null });
  await tell('customer.created', alphaCustomer(`cus_${name}`, `u_${name}`));
  const { customers, subscriptions } = await all(name);
  expect(subscriptions).toMatchObject([{ customerId: customers[0]?.id }]);
});

// Random ones: `adapters/*/tolerance.test.ts`, and the fault scenario "bad bodies".
test('the usable part of an event with odd values is applied, with warnings', async () => {
  const object = {
    id: 'sub_odd',
    customer: 'cus_odd',
    metadata: { userId: 'u_odd', plan: 'pro' },
    status: 'asleep',
    trial_end: 'soon',
    canceled_at: 9e99,
    cancel_at_period_end: 'no',
    currency: 7,
    items: {
      data: [
        { quantity: 3_000_000_000, current_period_end: -5, price: { id: 'price_pro_month', unit_amount: 'much' } },
      ],
    },
  };
  const body = { id: 'evt_odd', type: 'customer.subscription.created', created: 'today', data: { object } };
  expect((await app().deliver(body)).status).toBe(200);
  const { subscription, event } = records();
  expect(await subscription('sub_odd')).toMatchObject({
    plan: 'pro',
    status: 'incomplete',
    quantity: null,
    trialEnd: null,
  });
  const row = await event('evt_odd');
  expect(row?.outcome).toBe('applied');
  expect(row?.warnings).toEqual(
    expect.arrayContaining(['unusable status', 'unusable trial_end', 'unusable created', 'unusable quantity']),
  );
});

test('a byte order mark is not stored, because JSON.parse would reject it at a replay', async () => {
  const object = { id: 'sub_mark', status: 'active', metadata: { userId: 'u_mark' } };
  const body = { id: 'evt_mark', type: 'customer.subscription.created', created: 1_770_000_000, data: { object } };
  const text = JSON.stringify(body);
  expect((await app().deliver(`\ufeff${text}`)).status).toBe(200);
  const kept = await records().event('evt_mark');
  expect(kept).toMatchObject({ outcome: 'applied' });
  expect(await readBody(app().deps.billing, `${kept?.id}`)).toBe(text);
});
