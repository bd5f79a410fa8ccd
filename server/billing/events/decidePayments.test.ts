import { describe, expect, test } from 'vitest';
import {
  customerId,
  ends,
  eventOf,
  failure,
  instant,
  lived,
  person,
  state,
  success,
} from '../../testing/events/toldEvents.ts';
import { recordId } from '../records/recordId.ts';
import type { ProviderEvent } from './event.ts';

const off = { writtenOff: 'uncollectible' as const };
const priced = { status: 'active' as const, priceId: 'price' };

describe('failed payments', () => {
  test.each([
    ['after the state', [state(0), failure(9)], 'past_due'],
    ['before the subscription', [failure(9), state(0)], 'past_due'],
    ['before an older word of active', [state(0), failure(9), state(5)], 'past_due'],
    ['before a newer word of active', [state(0), failure(3), state(5)], 'active'],
    ['older than the word of active', [state(5), failure(3)], 'active'],
    ['paid later', [state(0), failure(5), success(9)], 'active'],
    ['paid later, told first', [state(0), success(9), failure(5)], 'active'],
    ['paid in the same instant', [state(0), failure(5), success(5)], 'active'],
    ['paid in the same instant, told first', [state(0), success(5), failure(5)], 'active'],
    ['paid in the same instant, before the subscription', [success(5), failure(5), state(0)], 'active'],
    [
      'paid while another is open',
      [state(0), failure(3, { providerPaymentId: 'o' }), failure(5), success(9)],
      'past_due',
    ],
    [
      'paid, where the provider itself says past due',
      [state(5, { status: 'past_due' }), failure(5), success(9)],
      'past_due',
    ],
    ['of a trial', [state(0, { status: 'trialing' }), failure(5)], 'trialing'],
    ['written off later', [state(0), failure(5), failure(9, off)], 'active'],
    ['written off later, told first', [state(0), failure(9, off), failure(5)], 'active'],
    ['written off before the subscription', [failure(5), failure(9, off), state(0)], 'active'],
    [
      'written off while another is open',
      [state(0), failure(3, { providerPaymentId: 'o' }), failure(5), failure(9, off)],
      'past_due',
    ],
    ['of another item', [state(0, priced), failure(5, { priceId: 'addon' })], 'active'],
    ['of another item, before the subscription', [failure(5, { priceId: 'addon' }), state(0, priced)], 'active'],
    ['of the plan, before the subscription', [failure(5, { priceId: 'price' }), state(0, priced)], 'past_due'],
    ['of a change', [state(0), failure(5, { aside: true })], 'active'],
    ['of a change, before the subscription', [failure(5, { aside: true }), state(0)], 'active'],
  ] as [string, ProviderEvent[], string][])('%s', (_case, events, status) => {
    expect(lived(...events).subscription?.status).toBe(status);
  });

  test("a failure neither overwrites a known subscription's plan nor makes it the latest", () => {
    const facts = eventOf({
      at: 9,
      payment: { status: 'failed' },
      subscription: { kind: 'payment_failed', plan: 'other' },
    });
    const { subscription, records } = lived(state(5, { plan: 'pro', status: 'canceled' }), facts);
    const before = lived(state(5, { plan: 'pro', status: 'canceled' })).subscription;
    expect(subscription).toMatchObject({ plan: 'pro', status: 'canceled', paymentFailedAt: instant(9), version: 2 });
    expect(subscription?.updatedAt).toBe(subscription?.createdAt);
    expect([records.payments.size, before?.paymentFailedAt]).toEqual([1, null]);
  });

  test("an event changes only a known payment's status and fills its unknown fields", () => {
    const { payment } = lived(
      failure(0, { amount: { minorUnits: 990, currency: 'usd' }, description: 'first' }),
      success(1, { amount: { minorUnits: 1, currency: 'jpy' }, description: 'second', receiptUrl: 'r' }),
    );
    expect(payment).toMatchObject({
      status: 'succeeded',
      amount: '9.90',
      currency: 'usd',
      description: 'first',
      receiptUrl: 'r',
      version: 2,
    });
    expect(lived(success(1), failure(1)).payment?.status).toBe('succeeded');
    expect(lived(failure(1), success(1)).payment?.status).toBe('succeeded');
    expect(lived(success(null), failure(null)).payment).toMatchObject({
      status: 'failed',
      lastEventAt: null,
      lastEventRank: 2,
    });
  });
});

describe('a checkout names what it asked for, and its payment what is due, with tax or less a credit', () => {
  const eur = (minorUnits: number) => ({ minorUnits, currency: 'eur' });
  const asked = (at: number | null) => success(at, { amount: eur(1_000), isAsked: true });
  const paid = (at: number | null) => success(at, { amount: eur(1_210), receiptUrl: 'r' });
  const refunded = eventOf({ at: 7, user: '', paymentUpdate: { providerPaymentId: 'p', refundedTotal: eur(1_000) } });
  test.each([
    ['after it', [asked(5), paid(6), refunded]],
    ['in its instant', [asked(5), paid(5), refunded]],
    ['before it, told late', [asked(5), paid(4), refunded]],
    ['told first', [paid(4), asked(5), refunded]],
    ['told after a refund', [asked(5), refunded, paid(6)]],
    ['told after another word of the checkout', [asked(5), asked(6), paid(6), refunded]],
    ['told before another of the checkout', [asked(5), paid(6), asked(8), success(9, { amount: eur(1) }), refunded]],
    ['after a failure', [failure(3, { amount: eur(1_210) }), asked(5), refunded]],
    ['after a failure, told late', [asked(5), failure(3, { amount: eur(1_210) }), refunded]],
    ['without times', [asked(null), paid(null), refunded]],
  ])('%s', (_when, events) => {
    expect(lived(...events).payment).toMatchObject({
      status: 'partially_refunded',
      amount: '12.10',
      currency: 'eur',
      amountRefunded: '10.00',
    });
  });

  test('a late event names the reference', () => {
    const referenceId = recordId('payment', 'alpha', 'pi_1');
    expect(lived(success(5), success(4, { reference: 'pi_1' })).payment).toMatchObject({ referenceId, version: 2 });
  });

  test('alone it stands', () => {
    for (const other of [failure(5), success(6), success(4)])
      expect(lived(asked(5), other).payment).toMatchObject({ status: 'succeeded', amount: '10.00', currency: 'eur' });
    expect(lived(asked(5), success(6, { amount: eur(1), isAsked: true })).payment).toMatchObject({ amount: '10.00' });
  });
});

test('at a price that is to be ignored: of a subscription or payment that was not ours', () => {
  const renewal = (at: number) => eventOf({ at, subscription: { plan: 'unknown', isIgnored: true } });
  expect(lived(renewal(1)).last).toEqual({ outcome: 'ignored', reason: expect.stringContaining('PRICE_IGNORE') });
  expect(lived(state(0), renewal(1)).last?.outcome).toBe('applied');
  const paid = eventOf({ at: 1, payment: { receiptUrl: 'r', isIgnored: true } });
  expect(lived(paid).last?.outcome).toBe('ignored');
  expect(lived(failure(0, { type: 'one_time' }), paid).last?.outcome).toBe('applied');
});

describe('customers', () => {
  test('an older event fills an empty address and changes nothing else', () => {
    const { customer, last } = lived(
      person(5, { metadata: { a: 1 } }),
      person(1, { email: 'x@example.com', metadata: { a: 2 } }),
    );
    expect(customer).toMatchObject({
      email: 'x@example.com',
      metadata: { a: 1 },
      lastEventAt: instant(5),
      lastEventRank: 2,
      version: 2,
    });
    expect(last?.outcome).toBe('applied');
    const late = lived(
      person(5),
      state(6, { status: 'active' }, { customer: {} }),
      person(1, { email: 'x@example.com', deleted: true }),
    );
    expect([late.customer?.deletedAt, late.subscription?.status]).toEqual([null, 'active']);
  });

  test('of two events with equal times the later delivery wins, but a replay does not', () => {
    const [a, b] = [person(5, { email: 'a@example.com' }), person(5, { email: 'b@example.com' })];
    expect(lived(a, b).customer?.email).toBe('b@example.com');
    expect(lived(a, b, { ...a, replay: true }).customer?.email).toBe('b@example.com');
  });

  test('the creation of a customer never wins against a change of its instant', () => {
    const created = (at: number, email: string) => person(at, { email }, { type: 'customer.created' });
    const told = [created(1, 'a@example.com'), person(5, { email: 'b@example.com' }), created(5, 'c@example.com')];
    expect(lived(...told).customer?.email).toBe('b@example.com');
  });

  test('an event that only names a customer fills an empty address and changes nothing else', () => {
    const naming = (email: string) => state(9, {}, { customer: { email } });
    expect(lived(person(5), naming('x@example.com')).customer).toMatchObject({
      email: 'x@example.com',
      lastEventAt: instant(5),
    });
    expect(lived(person(5, { email: 'a@example.com' }), naming('x@example.com')).customer?.email).toBe('a@example.com');
  });

  test.each([
    ['told last', [person(0), state(1, { status: 'active' }, { customer: {} }), ends(4)], 'canceled'],
    ['told first', [ends(4), state(1, { status: 'active' }, { customer: {} })], 'canceled'],
    ['older than the state', [person(0), state(5, { status: 'active' }, { customer: {} }), ends(4)], 'active'],
    [
      'before a newer state',
      [person(0), state(1, { status: 'active' }, { customer: {} }), ends(4), state(9)],
      'active',
    ],
    [
      'before an older state',
      [person(0), state(1, { status: 'active' }, { customer: {} }), ends(4), state(3)],
      'canceled',
    ],
    [
      'before a state without a time',
      [person(0), state(1, { status: 'active' }, { customer: {} }), ends(4), state(null)],
      'canceled',
    ],
    ['of a deleted one', [person(0), state(1, {}, { customer: {}, type: 'subscription.deleted' }), ends(4)], 'deleted'],
    ['without a time', [person(0), state(1, { status: 'active' }, { customer: {} }), ends(null)], 'canceled'],
  ] as [string, ProviderEvent[], string][])(
    'the end of a customer ends its subscriptions: %s',
    (_case, events, status) => {
      const { subscription, customer } = lived(...events);
      expect(subscription?.status).toBe(status);
      expect(customer?.deletedAt).not.toBeNull();
    },
  );

  test('nothing is linked to the customer of another user', () => {
    const foreign = state(1, { status: 'active' }, { user: 'other', customer: {} });
    const { subscription, last } = lived(person(0), foreign);
    expect(subscription).toMatchObject({ userId: 'other', customerId: null });
    expect(last).toMatchObject({ outcome: 'applied', reason: expect.stringContaining('left unlinked') });
  });

  test('no event moves a record to another user', () => {
    expect(lived(person(0), person(1, {}, { user: 'other' })).customer?.userId).toBe('u');
    expect(lived(state(0), state(1, {}, { user: 'other' })).subscription?.userId).toBe('u');
  });

  test('a subscription without a customer is linked when its user gets one', () => {
    expect(lived(state(0), person(1)).subscription).toMatchObject({ customerId, version: 2 });
    expect(lived(person(1), state(0)).subscription).toMatchObject({ customerId, version: 1 });
  });

  test('events that wait for a customer are applied in order of their times once it is known', () => {
    const orphan = { user: '', customer: {} };
    const { subscription, records } = lived(
      state(3, { plan: 'b' }, orphan),
      state(1, { plan: 'a' }, orphan),
      person(0),
    );
    expect(subscription).toMatchObject({ plan: 'b', version: 2, userId: 'u' });
    expect([...records.ledger.values()].map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'applied']);
  });
});
