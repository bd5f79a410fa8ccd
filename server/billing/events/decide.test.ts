import { describe, expect, test } from 'vitest';
import type { EventType, SubscriptionResult } from '../../adapters/adapter.ts';
import { MemoryRecords } from '../../testing/events/memoryRecords.ts';
import {
  customerId,
  eventOf,
  failure,
  instant,
  lived,
  person,
  state,
  subscriptionId,
  success,
  time,
} from '../../testing/events/toldEvents.ts';
import { recordId } from '../records/recordId.ts';
import type { Subscription } from '../records/subscription.ts';
import type { ProviderEvent } from './event.ts';

describe('each outcome is decided explicitly', () => {
  test.each([
    ['applied', [state(0)]],
    ['stale', [state(5), state(1)]],
    ['unmatched', [state(0, {}, { user: '' })]],
    ['duplicate', [state(0, {}, { id: 'same' }), state(0, {}, { id: 'same' })]],
    ['ignored', [eventOf({ rest: { verdict: { outcome: 'ignored', reason: 'unknown type' } } })]],
    ['failed', [eventOf({ rest: { verdict: { outcome: 'failed', error: 'the order has no usable id' } } })]],
  ] as const)('%s', (outcome, events) => {
    expect(lived(...events).last?.outcome).toBe(outcome);
  });

  test('a stale event with a side effect', () => {
    const { last } = lived(state(0, { plan: 'starter' }), state(0, { plan: 'pro' }));
    expect(last).toEqual({ outcome: 'stale', refetch: true, reason: expect.stringContaining('the provider decides') });
    expect(lived(state(5), state(1)).last).toEqual({
      outcome: 'stale',
      refetch: false,
      reason: 'not newer than what was applied',
    });
  });

  test('a failure that names only an unknown subscription creates nothing and does not wait', () => {
    const event = eventOf({ user: '', subscription: { kind: 'payment_failed' } });
    expect(lived(event).last?.outcome).toBe('stale');
  });
});

describe('the order of a subscription', () => {
  test.each([
    ['older', 5, 1, 'a'],
    ['newer', 1, 5, 'b'],
    ['without a time', 1, null, 'b'],
    ['after one without a time', null, 1, 'b'],
  ] as const)('%s', (...[, first, second, plan]) => {
    expect(lived(state(first, { plan: 'a' }), state(second, { plan: 'b' })).subscription?.plan).toBe(plan);
  });

  const ranked: [EventType, Partial<SubscriptionResult>, string][] = [
    ['subscription.created', { status: 'active' }, 'active'],
    ['subscription.updated', { status: 'past_due' }, 'past_due'],
    ['subscription.canceled', { status: 'canceled' }, 'canceled'],
    ['subscription.deleted', { status: 'canceled' }, 'deleted'],
  ];
  const pairs = ranked.flatMap((low, index) => ranked.slice(index + 1).map((high) => [low, high] as const));
  test.each(pairs)('at the same instant %s loses to %s', (low, high) => {
    const [a, b] = [low, high].map(([type, said]) => state(0, said, { type })) as [ProviderEvent, ProviderEvent];
    expect(lived(a, b).subscription?.status).toBe(high[2]);
    expect(lived(b, a).subscription?.status).toBe(high[2]);
  });

  test.each([
    ['created, nothing said', 'subscription.created', {}, 'active'],
    ['created with a trial', 'subscription.created', { trialEnd: time(9) }, 'trialing'],
    ['created with a trial that is over', 'subscription.created', { trialEnd: time(0) }, 'active'],
    ['created without a trial', 'subscription.created', { trialEnd: null }, 'active'],
    ['created, past due', 'subscription.created', { status: 'past_due' }, 'past_due'],
    ['created, with an unknown status', 'subscription.created', { nativeStatus: 'odd' }, 'incomplete'],
    ['canceled, only scheduled', 'subscription.canceled', { status: 'active', cancelAtPeriodEnd: true }, 'active'],
    ['canceled, scheduled, no status', 'subscription.canceled', { cancelAtPeriodEnd: true }, 'canceled'],
    ['deleted whatever the payload says', 'subscription.deleted', { status: 'active' }, 'deleted'],
    ['updated without a status', 'subscription.updated', {}, 'incomplete'],
  ] as const)('status by name and payload: %s', (...[, type, said, status]) => {
    expect(lived(state(0, said, { type })).subscription?.status).toBe(status);
  });

  test('an explicit null clears a field; an absent field keeps its value', () => {
    const full = {
      status: 'active',
      plan: 'pro',
      quantity: 3,
      trialStart: time(1),
      trialEnd: time(2),
      canceledAt: time(3),
    } as const;
    const { subscription } = lived(state(0, full), state(1, { trialEnd: null, canceledAt: null }));
    expect(subscription).toMatchObject({
      plan: 'pro',
      quantity: 3,
      trialStart: instant(1),
      trialEnd: null,
      canceledAt: null,
    });
  });

  test('a new record without a period gets one from its interval; an end is dated by the event', () => {
    const { subscription } = lived(state(0, { interval: 'year' }));
    expect(subscription).toMatchObject({
      currentPeriodStart: instant(0),
      currentPeriodEnd: '2027-01-05T12:00:00.000000Z',
      amount: '0.00',
    });
    expect(lived(state(0)).subscription?.currentPeriodEnd).toBe('2026-02-05T12:00:00.000000Z');
    expect(lived(state(0), state(4, { status: 'canceled' })).subscription?.canceledAt).toBe(instant(4));
  });

  test('a completed checkout creates a record and never changes one', () => {
    const initial = (at: number) => state(at, { kind: 'initial', status: 'active', plan: 'starter' });
    expect(lived(initial(0)).subscription).toMatchObject({
      plan: 'starter',
      lastEventAt: null,
      lastEventRank: 0,
      lastEventId: null,
    });
    expect(lived(state(0, { plan: 'pro' }), initial(9)).subscription).toMatchObject({ plan: 'pro', version: 1 });
    expect(lived(initial(9), state(0, { plan: 'pro' })).subscription).toMatchObject({
      plan: 'pro',
      lastEventAt: instant(0),
    });
  });

  test('an event without a time is never applied twice, not even by a replay', () => {
    const event = state(null, { plan: 'b' }, { id: 'same' });
    const { subscription, decisions } = lived(event, state(1, { plan: 'c' }), { ...event, replay: true });
    expect(subscription?.plan).toBe('c');
    expect(decisions.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'duplicate']);
  });

  test('a replay follows the order rule', () => {
    const event = state(1, { plan: 'b' }, { id: 'same' });
    expect(lived(event, { ...event, replay: true }).decisions[1]?.outcome).toBe('stale');
  });
});

describe('a tie', () => {
  test.each([
    ['plan', { plan: 'pro' }],
    ['status', { status: 'past_due' }],
    ['priceId', { priceId: 'x' }],
    ['interval', { interval: 'year' }],
    ['quantity', { quantity: 7 }],
    ['amount', { amount: { minorUnits: 5, currency: 'usd' } }],
    ['currency', { amount: { minorUnits: 0, currency: 'eur' } }],
    ['currentPeriodStart', { currentPeriodStart: time(1) }],
    ['currentPeriodEnd', { currentPeriodEnd: time(1) }],
    ['cancelAtPeriodEnd', { cancelAtPeriodEnd: true }],
    ['canceledAt', { canceledAt: time(1) }],
    ['trialStart', { trialStart: time(1) }],
    ['trialEnd', { trialEnd: time(1) }],
  ] as [string, Partial<SubscriptionResult>][])('by a difference in %s alone', (_field, changes) => {
    const { decisions } = lived(state(0), state(0), state(0, { status: 'active', ...changes }));
    expect(decisions.map((decision) => 'refetch' in decision && decision.refetch)).toEqual([false, false, true]);
  });

  test('between a failed payment and an active status, in both orders', () => {
    expect(lived(state(0), failure(0)).last).toMatchObject({ outcome: 'applied', refetch: true });
    expect(lived(failure(0), state(0)).last).toMatchObject({ outcome: 'applied', refetch: true });
    expect(lived(state(0), failure(1)).last).toMatchObject({ refetch: false });
  });

  const snapshot = (readAt: number, of: number, said: Partial<SubscriptionResult>) =>
    state(readAt, said, { type: null, rest: { snapshotOf: of } });
  test.each([
    [-9, 'stale', false],
    [-8, 'applied', false],
    [0, 'applied', true],
    [1.9, 'applied', true],
    [2, 'applied', false],
  ])('within the margin of a snapshot, %s s after its answer', (at, outcome, refetch) => {
    const { last } = lived(state(-100), snapshot(0, 1, { status: 'active' }), state(at, { plan: 'x' }));
    // The mark lies 8 s before the answer; at the mark itself the snapshot's rank wins.
    if (at === -8) expect(last).toMatchObject({ outcome: 'stale', refetch: true });
    else expect(last).toMatchObject({ outcome, refetch });
  });

  test('a snapshot of another version is stale; one of this version outranks every event', () => {
    const before = state(50, { plan: 'a' });
    expect(lived(before, snapshot(0, 0, { plan: 'b' })).last).toMatchObject({
      outcome: 'stale',
      reason: 'the record changed meanwhile',
    });
    expect(lived(before, snapshot(0, 1, { plan: 'b' })).subscription).toMatchObject({
      plan: 'b',
      lastEventRank: 9,
      lastEventAt: instant(50),
    });
  });

  test("a snapshot does not undo a subscription's deletion", () => {
    const deleted = state(0, {}, { type: 'subscription.deleted' });
    expect(lived(deleted, snapshot(9, 1, { status: 'canceled' })).subscription?.status).toBe('deleted');
    expect(lived(deleted, snapshot(9, 1, { status: 'active' })).subscription?.status).toBe('active');
  });

  test('a snapshot moves a subscription to the customer it names; an event does not', () => {
    const other = { customer: { providerCustomerId: 'd' } };
    const first = state(0, { status: 'active' }, { customer: {} });
    expect(lived(first, state(1, {}, other)).subscription?.customerId).toBe(customerId);
    const moved = lived(first, state(1, {}, { ...other, type: null, rest: { snapshotOf: 1 } }));
    expect(moved.subscription?.customerId).toBe(recordId('customer', 'alpha', 'd'));
  });
});

describe('a bookkeeping write does not make a subscription the latest', () => {
  const running = state(0, { status: 'active' });
  test.each([
    ['a failure of one that has ended', [state(5, { status: 'canceled' }), failure(9)], 2],
    ['a second failure', [running, failure(3), failure(5, { providerPaymentId: 'o' })], 3],
    [
      'a failure is paid, another is open',
      [running, failure(3, { providerPaymentId: 'o' }), failure(5), success(9)],
      4,
    ],
    ['a customer is linked', [running, person(1)], 2],
    ['a snapshot says the same', [running, state(9, {}, { type: null, rest: { snapshotOf: 1 } })], 2],
  ] as [string, ProviderEvent[], number][])('%s', (_case, events, version) => {
    const records = new MemoryRecords();
    const seen = events.map((event) => {
      records.apply(event);
      const { status, updatedAt } = records.subscriptions.get(subscriptionId) as Subscription;
      return { status, updatedAt };
    });
    expect(records.subscriptions.get(subscriptionId)?.version).toBe(version);
    expect(seen.at(-1)).toEqual(seen.at(-2));
  });

  test.each([
    ['another plan', { plan: 'pro' }],
    ['another number of seats, at a price that is not known', { quantity: 2, amountKnown: false as const }],
  ])('what people see does: %s', (_case, said) => {
    const first = state(0, { ...said, plan: 'starter', quantity: 1, status: 'active' });
    const { subscription } = lived(first, state(9, said, { type: null, rest: { snapshotOf: 1 } }));
    expect(subscription?.updatedAt).not.toBe(subscription?.createdAt);
  });
});
