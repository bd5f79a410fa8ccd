import { describe, expect, test } from 'vitest';
import type { SubscriptionResult } from '../../../adapters/adapter.ts';
import { at, caseOf, customerRow, NOW, subscriptionRow } from '../../../testing/events/cases.ts';
import { ends, state, time } from '../../../testing/events/toldEvents.ts';
import type { Known } from './known.ts';
import { nextSubscription } from './nextSubscription.ts';
import { endsWithCustomer, statusAfterFailure, statusSince } from './status.ts';

const snapshot = { type: null, rest: { snapshotOf: 3 } };
const defaults = subscriptionRow({
  status: 'incomplete',
  reportedStatus: null,
  plan: 'unknown',
  unknownSince: NOW,
  amount: '0.00',
  amountKnown: false,
  currentPeriodStart: at(5),
  lastEventAt: at(5),
  currentPeriodEnd: at(5 + 31 * 86_400),
  createdAt: NOW,
  updatedAt: NOW,
  version: 1,
});
const withoutId = { lastEventId: expect.any(String) };

describe('the whole row', () => {
  const everything = {
    status: 'past_due' as const,
    standing: 'over' as const,
    nativeStatus: 'dunned',
    priceId: 'p2',
    plan: 'starter',
    interval: 'year',
    quantity: 7,
    amount: { minorUnits: 5, currency: 'eur' },
    currentPeriodStart: time(20),
    currentPeriodEnd: time(21),
    cancelAtPeriodEnd: true,
    canceledAt: time(22),
    trialStart: time(23),
    trialEnd: time(24),
  } satisfies Partial<SubscriptionResult>;
  const said = {
    ...everything,
    reportedStatus: 'past_due' as const,
    amount: '0.05',
    currency: 'eur',
    currentPeriodStart: at(20),
    currentPeriodEnd: at(21),
    canceledAt: at(22),
    trialStart: at(23),
    trialEnd: at(24),
  };
  const full = subscriptionRow({
    standing: 'paused',
    nativeStatus: 'on',
    priceId: 'p1',
    quantity: 3,
    amount: '1.00',
    currency: 'jpy',
    interval: 'week',
    cancelAtPeriodEnd: true,
    canceledAt: at(31),
    trialStart: at(32),
    trialEnd: at(33),
  });
  const written = { ...withoutId, lastEventAt: at(5), updatedAt: NOW, version: 4 };

  test('an event without fields: a new record gets defaults, a known one keeps its values', () => {
    expect(nextSubscription(caseOf(state(5, {})))).toEqual({ ...defaults, ...withoutId });
    expect(nextSubscription(caseOf(state(5, {}), { subscription: full }))).toEqual({ ...full, ...written });
  });

  test('an event with every field', () => {
    expect(nextSubscription(caseOf(state(5, everything)))).toEqual({
      ...defaults,
      ...said,
      ...withoutId,
      unknownSince: null,
      amountKnown: true,
    });
    expect(nextSubscription(caseOf(state(5, everything), { subscription: full }))).toEqual({
      ...full,
      ...said,
      ...written,
    });
  });

  test('an amount that the provider can no longer tell replaces the known one', () => {
    const untold = nextSubscription(caseOf(state(5, { amountKnown: false }), { subscription: full }));
    expect(untold).toMatchObject({ amount: '0.00', currency: full.currency, amountKnown: false });
  });

  test('an unknown status leaves status and standing as they are; what was reported is known no longer', () => {
    const unknown = state(5, { status: undefined, nativeStatus: 'odd' });
    expect(nextSubscription(caseOf(unknown, { subscription: full }))).toEqual({
      ...full,
      ...written,
      reportedStatus: null,
      nativeStatus: 'odd',
    });
  });

  test('without a time it begins now, and the order mark stays', () => {
    expect(nextSubscription(caseOf(state(null, {})))).toMatchObject({ currentPeriodStart: NOW, lastEventAt: null });
    const marked = subscriptionRow({ lastEventRank: 4 });
    expect(nextSubscription(caseOf(state(null, {}), { subscription: marked }))).toMatchObject({
      lastEventAt: at(0),
      lastEventRank: 4,
    });
    expect(nextSubscription(caseOf(state(null, {}, snapshot), { subscription: marked }))).toMatchObject({
      lastEventAt: at(0),
      lastEventRank: 4,
    });
  });

  test('a snapshot sets its status; otherwise the status stays', () => {
    const next = (status: 'active' | 'canceled' | undefined, known: Partial<Known>) =>
      nextSubscription(
        caseOf(state(9, { status }, known.subscription ? snapshot : { ...snapshot, rest: { snapshotOf: 0 } }), known),
      );
    const of = (status: 'deleted' | 'canceled' | 'active') => ({ subscription: subscriptionRow({ status }) });
    expect(next('canceled', of('deleted'))?.status).toBe('deleted');
    expect(next('canceled', of('active'))?.status).toBe('canceled');
    expect(next('active', of('deleted'))?.status).toBe('active');
    expect(next(undefined, of('active'))?.status).toBe('active');
    expect(next(undefined, {})?.status).toBe('incomplete');
    expect(next('canceled', {})?.status).toBe('canceled');
  });

  test('a snapshot that changes only hidden fields leaves updatedAt unchanged', () => {
    const subscription = subscriptionRow();
    const next = (rest: object) => nextSubscription(caseOf(state(9, { status: 'active' }, rest), { subscription }));
    expect(next(snapshot)?.updatedAt).toBe(subscription.updatedAt);
    expect(next({})?.updatedAt).toBe(NOW);
  });

  test('a failure alone creates no record', () => {
    expect(nextSubscription(caseOf(state(5, { kind: 'payment_failed' })))).toBeNull();
    expect(nextSubscription(caseOf(state(5, {}, { user: '' })))).toBeNull();
    expect(nextSubscription(caseOf(ends(5)))).toBeNull();
  });
});

describe('an end is dated by', () => {
  const ended = { status: 'canceled' } as const;
  const deletedAt = { customer: customerRow({ deletedAt: at(6) }) };
  const known = (canceledAt: number) => ({ subscription: subscriptionRow({ canceledAt: at(canceledAt) }) });
  test.each([
    ['what is said', state(5, { ...ended, canceledAt: time(3) }), known(2), at(3)],
    ['what is known', state(5, ended), known(2), at(2)],
    ['the event', state(5, ended), {}, at(5)],
    ['now without a time', state(null, ended), {}, NOW],
    ["its customer's end", state(5, { status: 'active' }, { customer: {} }), deletedAt, at(6)],
    ['the event, whose customer ended too', state(5, ended, { customer: {} }), deletedAt, at(5)],
    ['nothing while it runs', state(5), {}, null],
  ] as [string, ReturnType<typeof state>, Partial<Known>, string | null][])('%s', (...[, event, all, canceledAt]) => {
    expect(nextSubscription(caseOf(event, all))?.canceledAt).toBe(canceledAt);
  });

  test('a later end, after only its customer was deleted, is dated now', () => {
    const subscription = subscriptionRow({ status: 'canceled' });
    expect(nextSubscription(caseOf(state(5, {}), { subscription }))?.canceledAt).toBe(NOW);
  });
});

describe('a status since', () => {
  const none = { customerEndedAt: null, paymentFailedAt: null };
  test.each([
    ['active', { ...none, at: at(5) }, 'active'],
    ['active', { ...none, at: at(5), paymentFailedAt: at(5) }, 'past_due'],
    ['active', { ...none, at: at(5), paymentFailedAt: at(6) }, 'past_due'],
    ['active', { ...none, at: at(5), paymentFailedAt: at(4) }, 'active'],
    ['active', { ...none, at: null, paymentFailedAt: at(4) }, 'past_due'],
    ['active', { ...none, at: null }, 'active'],
    ['trialing', { ...none, at: at(5), paymentFailedAt: at(6) }, 'trialing'],
    [undefined, { ...none, at: at(5), paymentFailedAt: at(6) }, undefined],
    ['active', { ...none, at: at(5), customerEndedAt: at(5) }, 'canceled'],
    ['active', { ...none, at: at(5), customerEndedAt: at(4) }, 'active'],
    ['active', { ...none, at: null, customerEndedAt: at(4) }, 'canceled'],
    ['active', { ...none, at: at(5), customerEndedAt: undefined }, 'active'],
    ['deleted', { ...none, at: at(5), customerEndedAt: at(6) }, 'deleted'],
  ] as const)('%s, %j: %s', (status, since, expected) => {
    expect(statusSince(status, since)).toBe(expected);
    expect(endsWithCustomer(status, since.at, since.customerEndedAt)).toBe(expected === 'canceled');
  });

  test.each([
    ['active', 0, 0, 'past_due'],
    ['active', 0, 5, 'past_due'],
    ['active', 5, 4, 'active'],
    ['active', null, 5, 'past_due'],
    ['active', 5, null, 'past_due'],
    ['active', null, null, 'past_due'],
    ['trialing', 0, 5, 'trialing'],
  ] as const)('%s, reported at %s, failed at %s: %s', (...[status, saidAt, failedAt, expected]) => {
    const row = subscriptionRow({ status, lastEventAt: saidAt === null ? null : at(saidAt) });
    expect(statusAfterFailure(row, failedAt === null ? null : at(failedAt))).toBe(expected);
  });
});

test('a failure does not override an event without a time', () => {
  const subscription = subscriptionRow({ status: 'past_due', paymentFailedAt: at(9) });
  expect(nextSubscription(caseOf(state(null), { subscription }))?.status).toBe('active');
  expect(nextSubscription(caseOf(state(5), { subscription }))?.status).toBe('past_due');
});
