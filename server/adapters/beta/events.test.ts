import { describe, expect, it } from 'vitest';
import { processEvent, toEvent } from './events.ts';
import { delivery, eventOf, prices, process } from './fixtures/index.ts';

describe('envelope', () => {
  const body = {
    id: 'evt_1',
    eventType: 'subscription.update',
    created_at: 1_728_734_325_927,
    object: { id: 'sub_1' },
  };

  it('keeps id, time in milliseconds, object and the whole body', () => {
    expect(eventOf(body)).toEqual({
      id: 'evt_1',
      type: 'subscription.updated',
      nativeType: 'subscription.update',
      provider: 'beta',
      occurredAt: '2024-10-12T11:58:45.927Z',
      data: body.object,
      rawEvent: body,
    });
  });

  it.each([undefined, null, '', 7, 'evt\u0000'])('names an event with the id %j by its bytes', (id) => {
    expect(toEvent('beta', delivery('abc'), { ...body, id }).id).toBe(
      'sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it.each([
    [1_728_734_325_927, '2024-10-12T11:58:45.927Z'],
    ['2024-10-12T11:58:45.927123Z', '2024-10-12T11:58:45.927123Z'],
    [undefined, null],
    ['yesterday', null],
    [Number.MAX_VALUE, null],
  ])('reads the time %j as %j', (created_at, occurredAt) => {
    expect(eventOf({ ...body, created_at }).occurredAt).toBe(occurredAt);
  });

  it('warns about an unusable time and continues', () => {
    const result = process({ ...body, created_at: 'yesterday' });
    expect(result.subscription?.providerSubscriptionId).toBe('sub_1');
    expect(result.warnings).toEqual(['unusable created_at']);
  });

  it("reads the specification's data, data.object and a time in seconds", () => {
    const object = { id: 'sub_1', status: 'active', customer: 'cust_1', metadata: { userId: 'u', plan: 'pro' } };
    for (const data of [object, { object }]) {
      const event = eventOf({ id: 'evt_1', type: 'subscription.created', created: 1_728_734_325, data });
      expect(event).toMatchObject({
        type: 'subscription.created',
        data: object,
        occurredAt: '2024-10-12T11:58:45.000Z',
      });
      const { subscription } = processEvent(event, prices);
      expect(subscription).toMatchObject({ kind: 'state', userId: 'u', plan: 'pro', status: 'active' });
    }
  });
});

describe('types', () => {
  it.each([
    ['subscription.active', 'subscription.created'],
    ['subscription.trialing', 'subscription.created'],
    ['subscription.update', 'subscription.updated'],
    ['subscription.scheduled_cancel', 'subscription.updated'],
    ['subscription.paused', 'subscription.updated'],
    ['subscription.expired', 'subscription.updated'],
    ['subscription.canceled', 'subscription.canceled'],
    ['subscription.paid', 'invoice.payment_succeeded'],
    ['subscription.past_due', 'invoice.payment_failed'],
    ['subscription.unpaid', 'invoice.payment_failed'],
    ['checkout.completed', 'checkout.session.completed'],
    ['refund.created', null],
    ['dispute.created', null],
    ['customer_credits.exhausted', null],
    ['credits.granted', null],
    ['credits.consumed', null],
    ['credits.auto_recharged', null],
    ['customer.created', 'customer.created'],
    ['customer.updated', 'customer.updated'],
    ['customer.deleted', 'customer.deleted'],
    ['subscription.created', 'subscription.created'],
    ['subscription.updated', 'subscription.updated'],
    ['subscription.deleted', 'subscription.deleted'],
    ['invoice.payment_succeeded', 'invoice.payment_succeeded'],
    ['invoice.payment_failed', 'invoice.payment_failed'],
    ['checkout.session.completed', 'checkout.session.completed'],
    ['order.paid', 'order.paid'],
    ['toString', null],
    ['subscription.invented', null],
  ])('%s is %s', (nativeType, type) => {
    expect(eventOf({ eventType: nativeType, object: {} })).toMatchObject({ nativeType, type });
    expect(eventOf({ type: nativeType, data: {} })).toMatchObject({ nativeType, type });
  });

  it('an event of no known type is ignored', () => {
    expect(process({ eventType: 'credits.granted', object: { id: 'x' } }).ignored).toBe(
      'credits.granted changes no record',
    );
    for (const body of [{}, [], null, 7, 'x', true]) {
      expect(process(body).ignored).toBe('an event without a type changes no record');
    }
  });
});

describe('customer events', () => {
  const object = {
    id: 'cust_1',
    email: 'a@b.co',
    external_id: 'u',
    metadata: { vip: true, note: 'a\u0000b', deep: {} },
  };

  it.each(['customer.created', 'customer.updated', 'customer.deleted'])('%s is about the customer', (type) => {
    expect(process({ type, data: { object } })).toEqual({
      customer: {
        providerCustomerId: 'cust_1',
        userId: 'u',
        email: 'a@b.co',
        metadata: { vip: true, note: 'ab' },
        explicit: true,
        ...(type === 'customer.deleted' ? { deleted: true } : {}),
      },
      warnings: [],
    });
  });
});

describe('a missing match key', () => {
  it.each([
    ['customer.created', 'the customer has no usable id'],
    ['subscription.active', 'the subscription has no usable id'],
    ['subscription.canceled', 'the subscription has no usable id'],
    ['subscription.paid', 'the subscription has no usable id'],
    ['subscription.unpaid', 'the subscription has no usable id'],
    ['invoice.payment_failed', 'the transaction has no usable id'],
    ['order.paid', 'the order has no usable id'],
    ['checkout.completed', 'the checkout has no usable id'],
  ])('of %s is an error', (eventType, error) => {
    for (const object of [{}, { id: 7 }, { id: '' }, { id: 'a\u0000' }, null, 'x', []]) {
      expect(process({ id: 'evt_1', eventType, object })).toMatchObject({ error });
    }
  });
});
