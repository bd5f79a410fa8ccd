import { describe, expect, test } from 'vitest';
import { at, caseOf, customerRow, NOW, paymentRow, subscriptionRow } from '../../../testing/events/cases.ts';
import {
  customerId,
  ends,
  eventOf,
  failure,
  paymentId,
  person,
  state,
  subscriptionId,
  success,
} from '../../../testing/events/toldEvents.ts';
import type { Changes } from './known.ts';
import { heldReads, pendingLinks } from './reads.ts';
import { type Missed, recheck } from './recheck.ts';

const customer = customerRow();
const before = subscriptionRow({ customerId });
const changed = (changes: Partial<Changes>): Changes => ({
  customer: null,
  subscription: null,
  payment: null,
  refund: null,
  ended: [],
  ...changes,
});

describe('a customer that was only read is locked', () => {
  const ended = subscriptionRow({ customerId, status: 'canceled' });
  test.each([
    ['where an ended subscription is revived', state(5), ended, before, true],
    ['where a subscription is moved', state(5), subscriptionRow(), before, true],
    ['where the event has no time', state(null), before, before, true],
    ['not where a later one meets the end', state(5), before, before, false],
    ['not where the subscription ends', state(null), before, ended, false],
    ['not where the subscription is new', state(null), null, before, false],
  ] as const)('%s', (...[, event, subscription, next, isHeld]) => {
    const given = caseOf(event, { customer, subscription });
    expect(heldReads(given, changed({ subscription: next }))).toEqual({
      customer: isHeld ? customer : null,
      subscription: null,
    });
  });

  test('but not if it is written, or if there is no subscription', () => {
    const given = caseOf(state(null), { customer, subscription: before });
    const both = changed({ customer, subscription: before });
    expect(heldReads(given, both)).toEqual({ customer: null, subscription: null });
    expect(heldReads(given, changed({ customer }))).toEqual({ customer: null, subscription: null });
    expect(heldReads(given, changed({}))).toEqual({ customer: null, subscription: null });
  });
});

test.each([
  ['a failure that changed nothing', failure(5), null, true],
  ['not a failure that changed it', failure(5), before, false],
  ['not a success', success(5), null, false],
  ['not a state', state(5), null, false],
] as const)('a subscription that was only read is locked: %s', (...[, event, subscription, isHeld]) => {
  const given = caseOf(event, { subscription: before });
  expect(heldReads(given, changed({ subscription })).subscription).toBe(isHeld ? before : null);
});

describe('what is checked again after the commit', () => {
  const made = { version: 1 };
  const recovered = {
    subscription: subscriptionRow({ status: 'past_due', paymentFailedAt: at(0), customerId }),
    payment: paymentRow({ lastEventRank: 1 }),
  };
  const link = (id: string, lacksCustomer = false) => ({ id, lacksCustomer });
  const both = eventOf({ at: 5, customer: {}, subscription: {} });
  test.each([
    ['a new customer', person(5), {}, { customer: customerRow(made) }, [link(customerId)]],
    ['no known one', person(5), { customer }, { customer }, []],
    ['one that ended', ends(5), { customer }, { customer }, [link(customerId)]],
    ['a new subscription', state(5), {}, { subscription: { ...before, ...made } }, [link(subscriptionId)]],
    ['without a customer', state(5), {}, { subscription: subscriptionRow(made) }, [link(subscriptionId, true)]],
    ['no known one', state(5), { subscription: before }, { subscription: before }, []],
    ['one that recovered', success(6), recovered, { subscription: recovered.subscription }, [link(subscriptionId)]],
    [
      'a failure of an unknown one',
      failure(5),
      {},
      { payment: paymentRow(made) },
      [link(paymentId), link(subscriptionId)],
    ],
    [
      'no failure of a known one',
      failure(5),
      { subscription: before },
      { payment: paymentRow(made) },
      [link(paymentId)],
    ],
    ['no success of an unknown one', success(5), {}, { payment: paymentRow(made) }, [link(paymentId)]],
    [
      'a reference',
      success(5),
      {},
      { payment: paymentRow({ ...made, referenceId: 'r' }) },
      [link(paymentId), link('r')],
    ],
    ['a known payment', success(5), { payment: paymentRow() }, { payment: paymentRow() }, []],
    [
      'its reference',
      success(5),
      { payment: paymentRow() },
      { payment: paymentRow({ referenceId: 'r' }) },
      [link('r')],
    ],
    [
      'both, of which one lacks the other',
      both,
      {},
      { customer: customerRow(made), subscription: subscriptionRow(made) },
      [link(customerId), link(subscriptionId, true)],
    ],
  ] as [string, typeof both, object, Partial<Changes>, object[]][])('%s', (...[, event, known, changes, links]) => {
    expect(pendingLinks(caseOf(event, known), changed(changes))).toEqual(links);
  });

  test('for a foreign customer no other is looked up; a failure without a subscription names nothing', () => {
    const next = changed({ subscription: subscriptionRow(made) });
    expect(pendingLinks(caseOf(state(5), {}, { foreign: true }), next)).toEqual([link(subscriptionId)]);
    const nothing = { ...failure(5), subscription: null, payment: null };
    const named = { ...nothing, subscription: failure(5).subscription };
    expect(pendingLinks(caseOf(nothing), changed({}))).toEqual([]);
    expect(pendingLinks(caseOf(named), changed({}))).toEqual([link(subscriptionId)]);
  });
});

describe('a subscription that missed a concurrent write', () => {
  const nothing = { customerEndedAt: null, paymentFailedAt: null, isForeign: false, ownersCustomerId: null };
  const missed = (known: Partial<Missed>, changes: Parameters<typeof subscriptionRow>[0] = {}) => {
    const subscription = subscriptionRow({ customerId: 'l', ...changes });
    return { subscription, result: recheck({ ...nothing, subscription, ...known }, NOW) };
  };
  const seen = { updatedAt: NOW, version: 4 };
  test.each([
    ['nothing', {}, {}, null],
    ['nothing, linked', { ownersCustomerId: 'o' }, {}, null],
    ['its customer', { ownersCustomerId: 'o' }, { customerId: null }, { customerId: 'o', version: 4 }],
    ["another user's customer", { isForeign: true, ownersCustomerId: 'o' }, {}, { customerId: null, version: 4 }],
    ["its customer's end", { customerEndedAt: at(0) }, {}, { ...seen, status: 'canceled', canceledAt: at(0) }],
    [
      "its customer's end, canceled before",
      { customerEndedAt: at(0) },
      { canceledAt: at(-3) },
      { ...seen, status: 'canceled', canceledAt: at(-3) },
    ],
    ['an end before its last word', { customerEndedAt: at(-1) }, {}, null],
    ['an end of what has ended', { customerEndedAt: at(9) }, { status: 'deleted' }, null],
    ['a failure', { paymentFailedAt: at(5) }, {}, { ...seen, status: 'past_due', paymentFailedAt: at(5) }],
    [
      'a failure of a trial',
      { paymentFailedAt: at(5) },
      { status: 'trialing' },
      { version: 4, paymentFailedAt: at(5) },
    ],
    ['an older failure', { paymentFailedAt: at(-5) }, {}, { version: 4, paymentFailedAt: at(-5) }],
    [
      'its customer, knowing a failure',
      { ownersCustomerId: 'o' },
      { customerId: null, paymentFailedAt: at(-5), canceledAt: at(-4) },
      { customerId: 'o', version: 4 },
    ],
  ] as [string, Partial<Missed>, object, object | null][])('%s', (...[, known, changes, expected]) => {
    const { subscription, result } = missed(known, changes);
    expect(result).toEqual(expected && { subscription: { ...subscription, ...expected }, refetch: false });
  });

  test.each([
    ['of the instant of its last word', at(0), at(0), true],
    ['of another', at(5), at(0), false],
    ['nobody knows of which', at(5), null, false],
  ])('a failure asks the provider: %s', (...[, paymentFailedAt, lastEventAt, refetch]) => {
    expect(missed({ paymentFailedAt }, { lastEventAt }).result?.refetch).toBe(refetch);
  });

  test('a link never asks the provider, even if no event has a time', () => {
    expect(missed({ ownersCustomerId: 'o' }, { customerId: null, lastEventAt: null }).result?.refetch).toBe(false);
  });
});
