import { describe, expect, it } from 'vitest';
import { processEvent, toEvent } from './events.ts';
import { delivery, eventOf, fixtureNames, namedCustomer, prices, process, readFixture } from './fixtures/index.ts';

const metadata = { name: 'Test Customer Placeholder', myCustomProperty: 123 };
const checkoutId = 'caf1ffbc-efcc-4dd0-83e6-4078f17b23fe';

const fixtures: [name: string, type: string | null, result: object][] = [
  ['customer.created', 'customer.created', { customer: { ...namedCustomer, metadata, explicit: true } }],
  ['customer.deleted', 'customer.deleted', { customer: { ...namedCustomer, metadata, explicit: true, deleted: true } }],
  [
    'checkout.updated.succeeded.one-time',
    'checkout.session.completed',
    { completedCheckoutId: checkoutId, customer: namedCustomer },
  ],
  ['checkout.expired', null, { ignored: 'checkout.expired changes no record' }],
];

describe('customer and checkout fixtures', () => {
  it.each(fixtures)('%s is %s', (name, type, result) => {
    const read = readFixture(name);
    expect(read.event.type).toBe(type);
    expect(read.result).toEqual({ ...result, warnings: [] });
  });

  it('all have a row in a table, and every fixture is in a table', () => {
    const inFolder = fixtureNames.filter((name) => !/^(subscription|order|refund)\./.test(name));
    expect(fixtures.map(([name]) => name).sort()).toEqual(inFolder.sort());
  });
});

describe('envelope', () => {
  const body = { type: 'order.paid', timestamp: '2026-10-01T00:00:06.123456Z', data: { id: 'ord_1' } };

  it('keeps the event id of the header, the microseconds, data and the whole body', () => {
    expect(eventOf(body, { headers: { 'webhook-id': 'evt_1' } })).toEqual({
      id: 'evt_1',
      type: 'order.paid',
      nativeType: 'order.paid',
      provider: 'gamma',
      occurredAt: '2026-10-01T00:00:06.123456Z',
      data: body.data,
      rawEvent: body,
    });
  });

  it('names an event without a header by its bytes', () => {
    expect(toEvent('gamma', delivery('abc'), {}).id).toBe(
      'sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it("reads the specification's data.object", () => {
    const object = { id: 'sub_1', status: 'active', metadata: { userId: 'user_1', plan: 'pro' } };
    const event = eventOf({ type: 'subscription.created', data: { object } });
    expect(event).toMatchObject({ type: 'subscription.created', data: object, occurredAt: null });
    expect(processEvent(event, prices).subscription).toMatchObject({ userId: 'user_1', plan: 'pro', status: 'active' });
  });

  it('warns about an unusable time and continues', () => {
    const result = process({ type: 'customer.created', timestamp: 'yesterday', data: { id: 'cus_1' } });
    expect(result).toEqual({
      customer: { providerCustomerId: 'cus_1', explicit: true },
      warnings: ['unusable timestamp'],
    });
  });
});

describe('types', () => {
  it.each([
    ['customer.created', 'customer.created'],
    ['customer.updated', 'customer.updated'],
    ['customer.deleted', 'customer.deleted'],
    ['subscription.created', 'subscription.created'],
    ['subscription.updated', 'subscription.updated'],
    ['subscription.active', 'subscription.updated'],
    ['subscription.uncanceled', 'subscription.updated'],
    ['subscription.cycled', 'subscription.updated'],
    ['subscription.paused', 'subscription.updated'],
    ['subscription.resumed', 'subscription.updated'],
    ['subscription.canceled', 'subscription.canceled'],
    ['subscription.revoked', 'subscription.deleted'],
    ['subscription.deleted', 'subscription.deleted'],
    ['subscription.past_due', 'invoice.payment_failed'],
    ['invoice.payment_failed', 'invoice.payment_failed'],
    ['invoice.payment_succeeded', 'invoice.payment_succeeded'],
    ['checkout.session.completed', 'checkout.session.completed'],
    ['order.paid', 'order.paid'],
  ])('%s is %s, and an error without its match key', (nativeType, type) => {
    const event = eventOf({ type: nativeType, data: {} });
    expect(event).toMatchObject({ type, nativeType });
    expect(processEvent(event, prices)).toEqual({ error: expect.stringContaining('no usable id'), warnings: [] });
  });

  it.each([
    'order.created',
    'order.updated',
    'order.refunded',
    'refund.created',
    'refund.updated',
    'checkout.created',
    'checkout.updated',
    'checkout.expired',
    'benefit_grant.created',
    'member.created',
    'product.updated',
    'customer.state_changed',
    'subscription.migrated',
    '__proto__',
    'constructor',
  ])('%s is recorded and ignored', (nativeType) => {
    const event = eventOf({ type: nativeType, data: { id: 'x' } });
    expect(event).toMatchObject({ type: null, nativeType });
    expect(processEvent(event, prices).ignored).toBe(`${nativeType} changes no record`);
  });
});

describe('checkouts', () => {
  const data = {
    id: 'co_1',
    status: 'succeeded',
    customer_id: 'cus_1',
    external_customer_id: 'user_1',
    customer_email: 'a@b.co',
  };

  it('start a subscription, and leave the payment to its order', () => {
    const product = { id: 'p', name: 'Pro', recurring_interval: 'year', recurring_interval_count: 1 };
    const amounts = { amount: 9900, net_amount: 8900, tax_amount: 100, total_amount: 9000, currency: 'eur' };
    const subscription = { subscription_id: 'sub_1', product_id: prices[0]?.id, product, seats: 2 };
    expect(
      process({ type: 'checkout.updated', data: { ...data, ...subscription, ...amounts, trial_end: null } }),
    ).toEqual({
      completedCheckoutId: 'co_1',
      customer: { providerCustomerId: 'cus_1', userId: 'user_1', email: 'a@b.co', explicit: false },
      subscription: {
        kind: 'initial',
        providerSubscriptionId: 'sub_1',
        providerCustomerId: 'cus_1',
        userId: 'user_1',
        status: 'active',
        priceId: '0fc26325-3dac-49dc-8b8b-852840feebcc',
        plan: 'pro',
        quantity: 2,
        interval: 'year',
        amount: { minorUnits: 8900, currency: 'eur' },
        trialEnd: null,
      },
      warnings: [],
    });
  });

  it('start a trial if it ends later', () => {
    const trial = { ...data, subscription_id: 'sub_1', trial_end: '2026-10-15T00:00:00Z' };
    const { subscription } = process({ type: 'checkout.updated', data: trial });
    expect(subscription).toMatchObject({ kind: 'initial', status: 'trialing', trialEnd: '2026-10-15T00:00:00.000Z' });
  });

  it('that have not succeeded change nothing, whatever their name', () => {
    const result = process({ type: 'checkout.session.completed', data: { ...data, status: 'open' } });
    expect(result).toEqual({ ignored: 'the checkout is open', warnings: [] });
  });
});

describe('the user', () => {
  const sources: object[] = [
    { metadata: { userId: 'first', user_id: 'never' } },
    { metadata: { user_id: 'first' } },
    { customer: { external_id: 'first', email: 'a@b.co' } },
    { external_customer_id: 'first' },
    { customer_external_id: 'first' },
    { subscription: { metadata: { userId: 'first' } } },
    { customer: { metadata: { userId: 'first' } } },
  ];

  it.each(sources.map((source, index) => [JSON.stringify(source), index] as const))('is named by %s', (_, index) => {
    const later = { customer: { metadata: { userId: 'later' } }, subscription: { metadata: { userId: 'later' } } };
    const data = index < 5 ? { ...later, id: 'ord_1', ...sources[index] } : { id: 'ord_1', ...sources[index] };
    expect(process({ type: 'order.paid', data }).payment?.userId).toBe('first');
  });

  it('is never the email address, nor an external id of anything but a customer', () => {
    const data = {
      id: 'ord_1',
      external_id: 'x',
      customer_email: 'a@b.co',
      customer: { id: 'cus_1', email: 'a@b.co' },
    };
    const { payment, customer } = process({ type: 'order.paid', data });
    expect(payment?.userId).toBeUndefined();
    expect(customer).toEqual({ providerCustomerId: 'cus_1', email: 'a@b.co', explicit: false });
  });

  it('is left out with a warning if it is not text', () => {
    const { payment, warnings } = process({ type: 'order.paid', data: { id: 'ord_1', metadata: { userId: 42 } } });
    expect(payment?.userId).toBeUndefined();
    expect(warnings).toEqual(['unusable userId']);
  });
});
