import { describe, expect, it } from 'vitest';
import { eventTypes } from '../adapter.ts';
import { toEvent } from './events.ts';
import { delivery, eventOf, process, processObject, readFixture } from './fixtures/index.ts';

describe('envelope', () => {
  it('takes id, time and object from the body', () => {
    const { event } = readFixture('customer.created.clover');
    expect(event).toMatchObject({
      id: 'evt_rec_0026',
      type: 'customer.created',
      nativeType: 'customer.created',
      provider: 'alpha',
      occurredAt: '2025-12-29T09:20:00.000Z',
      data: { id: 'cus_recSlIRjn7g2C2' },
      rawEvent: { object: 'event', data: { object: { id: 'cus_recSlIRjn7g2C2' } } },
    });
  });

  it('names an event without an id by its bytes', () => {
    const event = toEvent('alpha', delivery('{"type":"customer.created"}'), { type: 'customer.created', id: 7 });
    expect(event.id).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(event.id).toBe(toEvent('alpha', delivery('{"type":"customer.created"}'), null).id);
    expect(event.id).not.toBe(toEvent('alpha', delivery('{"type":"customer.created" }'), null).id);
  });

  it.each([
    [1_767_000_000, '2025-12-29T09:20:00.000Z'],
    [1_767_000_000.25, '2025-12-29T09:20:00.250Z'],
    ['2025-12-29T09:20:00Z', '2025-12-29T09:20:00.000Z'],
    ['yesterday', null],
    [-1, null],
    [1e300, null],
    [null, null],
    [undefined, null],
    [{}, null],
  ])('created %j', (created, occurredAt) => {
    expect(eventOf({ type: 'customer.created', created }).occurredAt).toBe(occurredAt);
  });

  it('warns about an unusable time', () => {
    expect(process({ type: 'customer.created', created: 'x', data: { object: { id: 'cus_1' } } }).warnings).toEqual([
      'unusable created',
    ]);
  });

  it.each<[unknown, string | null]>([
    ['customer.subscription.created', 'subscription.created'],
    ['customer.subscription.updated', 'subscription.updated'],
    ['customer.subscription.paused', 'subscription.updated'],
    ['customer.subscription.resumed', 'subscription.updated'],
    ['customer.subscription.pending_update_applied', 'subscription.updated'],
    ['customer.subscription.pending_update_expired', 'subscription.updated'],
    ['customer.subscription.deleted', 'subscription.deleted'],
    ['invoice.paid', 'invoice.payment_succeeded'],
    ['checkout.session.async_payment_succeeded', 'checkout.session.completed'],
    ...eventTypes.map((type): [string, string] => [type, type]),
    ['customer.subscription.trial_will_end', null],
    ['checkout.session.expired', null],
    ['checkout.session.async_payment_failed', null],
    ['charge.refunded', null],
    ['__proto__', null],
    ['constructor', null],
    ['', null],
    [7, null],
    [null, null],
    [undefined, null],
  ])('%s is %s', (native, type) => {
    expect(eventOf({ type: native }).type).toBe(type);
  });
});

describe('customers', () => {
  it('customer.created.clover', () => {
    expect(readFixture('customer.created.clover').result).toEqual({
      customer: {
        providerCustomerId: 'cus_recSlIRjn7g2C2',
        userId: 'user_42',
        email: 'buyer1@example.com',
        metadata: { userId: 'user_42' },
        explicit: true,
      },
      warnings: [],
    });
  });

  it('keeps the storable part of an update, and reports a deletion', () => {
    const object = { id: 'cus_1', email: 7, metadata: { user_id: 'u_1', 'a\u0000b': 'c\ud800', nested: {} } };
    const customer = {
      providerCustomerId: 'cus_1',
      userId: 'u_1',
      metadata: { user_id: 'u_1', ab: 'c\ufffd' },
      explicit: true,
    };
    expect(processObject('customer.updated', object)).toEqual({ customer, warnings: ['unusable email'] });
    expect(processObject('customer.deleted', object).customer).toEqual({ ...customer, deleted: true });
    expect(processObject('customer.updated', { id: 'cus_1', deleted: true }).customer?.deleted).toBe(true);
  });
});

describe("the specification's own events", () => {
  const shared = { id: 'sub_1', customer: { id: 'cus_1', email: 'a@b.co' }, metadata: { userId: 'u_1', plan: 'pro' } };

  it('creates a subscription from plain fields', () => {
    const plain = { amount: 990, currency: 'USD', interval: 'month', current_period_end: '2026-01-28T09:20:00Z' };
    expect(processObject('subscription.created', { ...shared, ...plain })).toMatchObject({
      customer: { providerCustomerId: 'cus_1', userId: 'u_1', email: 'a@b.co', explicit: false },
      subscription: {
        kind: 'state',
        providerSubscriptionId: 'sub_1',
        userId: 'u_1',
        plan: 'pro',
        interval: 'month',
        amount: { minorUnits: 990, currency: 'usd' },
        currentPeriodEnd: '2026-01-28T09:20:00.000Z',
      },
      warnings: [],
    });
  });

  it.each([
    ['subscription.created', {}, undefined],
    ['subscription.created', { status: 'past_due' }, 'past_due'],
    ['subscription.created', { status: 'odd' }, undefined],
    ['subscription.updated', {}, undefined],
    ['subscription.canceled', { status: 'active' }, 'active'],
    ['subscription.deleted', { status: 'active' }, 'active'],
  ])('the status is what the payload says: %s with %j', (type, fields, status) => {
    expect(processObject(type, { ...shared, ...fields }).subscription?.status).toBe(status);
  });

  it.each([
    ['subscription.canceled', {}, true],
    ['subscription.canceled', { status: 'active' }, true],
    ['subscription.canceled', { status: 'active', cancel_at_period_end: true }, false],
    ['subscription.deleted', {}, true],
    ['subscription.deleted', { status: 'active', cancel_at_period_end: true }, true],
    ['subscription.updated', { status: 'canceled', cancel_at_period_end: true }, true],
  ])('an end has a time and is not scheduled: %s with %j', (type, fields, isEnd) => {
    const { subscription } = processObject(type, { ...shared, ...fields });
    const end = { canceledAt: '2025-12-29T09:20:00.000Z', cancelAtPeriodEnd: false };
    if (isEnd) expect(subscription).toMatchObject(end);
    else expect(subscription).not.toMatchObject(end);
  });

  it('takes an order as a one-time payment with its own status', () => {
    const order = { id: 'ord_1', customer: 'cus_1', amount: 4900, currency: 'usd', metadata: { userId: 'u_1' } };
    const payment = { providerPaymentId: 'ord_1', type: 'one_time', amount: { minorUnits: 4900, currency: 'usd' } };
    expect(processObject('order.paid', order)).toMatchObject({ payment: { ...payment, status: 'succeeded' } });
    expect(processObject('order.paid', { ...order, status: 'failed' })).toMatchObject({
      payment: { status: 'failed' },
    });
  });
});

it.each(eventTypes)('%s fails without a match key', (type) => {
  for (const object of [{}, { id: null }, { id: 7 }, { id: 'a\u0000' }, null, [], 'text', 42]) {
    const { error, warnings, ...records } = processObject(type, object);
    expect(error).toMatch(/^the \w+( \w+)? has no usable( \w+)? id$/);
    expect({ records, warnings }).toEqual({ records: {}, warnings: [] });
  }
});
