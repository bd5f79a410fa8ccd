import { describe, expect, test } from 'vitest';
import { at, caseOf, customerRow, NOW, subscriptionRow } from '../../../testing/events/cases.ts';
import { customerId, ends, eventOf, person, state } from '../../../testing/events/toldEvents.ts';
import type { CustomerFacts } from '../event.ts';
import { endedWithCustomer } from './customerEnd.ts';
import { customerIdOf } from './customerLink.ts';
import type { Known } from './known.ts';
import { appliesToCustomer, nextCustomer } from './nextCustomer.ts';
import { rankOf } from './order.ts';
import { isForeign, ownerOf } from './owner.ts';

describe('the deletion of a customer', () => {
  const customer = customerRow();
  const ofMark = (seconds: number | null) => subscriptionRow({ lastEventAt: seconds === null ? null : at(seconds) });
  test.each([
    ['ends what was told before', ends(4), ofMark(3), true],
    ['ends what was told in that instant', ends(4), ofMark(4), true],
    ['not what was told later', ends(4), ofMark(5), false],
    ['ends what has no time', ends(4), ofMark(null), true],
    ['without a time ends all', ends(null), ofMark(5), true],
    ['ends nothing where it is only changed', person(4), ofMark(3), false],
    ['ends nothing where it is not told', state(4), ofMark(3), false],
  ] as const)('%s', (...[, event, running, isEnded]) => {
    const ended = endedWithCustomer(caseOf(event, { customer, running: [running] }));
    const row = { ...running, status: 'canceled', canceledAt: event.occurredAt ?? NOW, updatedAt: NOW, version: 4 };
    expect(ended).toEqual(isEnded ? [row] : []);
  });

  test('keeps the time of a cancellation that was requested', () => {
    const running = [subscriptionRow({ canceledAt: at(-5) })];
    expect(endedWithCustomer(caseOf(ends(4), { customer, running }))[0]?.canceledAt).toBe(at(-5));
  });

  test("that is older than the customer's last event ends nothing", () => {
    const known = { customer: customerRow({ lastEventAt: at(9) }), running: [ofMark(0)] };
    expect(endedWithCustomer(caseOf(ends(4), known))).toEqual([]);
  });
});

describe('the customer of a subscription', () => {
  const named = { customer: {} };
  const snapshot = { type: null, rest: { snapshotOf: 3 } };
  test.each([
    ['is the named one', named, { linked: null }, customerId],
    ['stays', named, { linked: 'l' }, 'l'],
    ['is moved by a snapshot', { ...named, ...snapshot }, { linked: 'l' }, customerId],
    ['stays where a snapshot names none', snapshot, { linked: 'l' }, 'l'],
    ["is the owner's", {}, { linked: null, owners: 'o' }, 'o'],
    ["is the owner's by a snapshot", snapshot, { linked: null, owners: 'o' }, 'o'],
    ['is none', {}, { linked: null }, null],
    ['foreign: stays', named, { linked: 'l', foreign: true }, 'l'],
    ['foreign: is unlinked', named, { linked: customerId, foreign: true }, null],
    ['foreign: is none by a snapshot', { ...named, ...snapshot }, { linked: 'l', foreign: true }, null],
    ["foreign: is not the owner's", named, { linked: null, owners: 'o', foreign: true }, null],
  ] as [string, object, { linked: string | null; owners?: string; foreign?: boolean }, string | null][])(
    '%s',
    (...[, told, { linked, owners = null, foreign = false }, expected]) => {
      const known = { subscription: subscriptionRow({ customerId: linked }), ownersCustomerId: owners };
      expect(customerIdOf(caseOf(state(5, {}, told), known, { foreign }))).toBe(expected);
    },
  );
});

describe('a customer is changed only by an event about it', () => {
  const earlier = (outcome: 'applied' | 'stale' | 'failed' | 'unmatched') => ({ id: '1', outcome });
  test.each([
    ['newer', person(5), {}, true],
    ['older', person(-5), {}, false],
    ['of one instant, a higher rank', ends(0), {}, true],
    ['of one instant, a lower rank', person(0, {}, { type: 'customer.created' }), {}, false],
    ['equal', person(0), {}, true],
    ['equal, applied before', person(0), { earlier: earlier('applied') }, false],
    ['equal, stale before', person(0), { earlier: earlier('stale') }, false],
    ['equal, failed before', person(0), { earlier: earlier('failed') }, true],
    ['equal, unmatched before', person(0), { earlier: earlier('unmatched') }, true],
    ['about something else', state(5, {}, { customer: {} }), {}, false],
  ] as [string, ReturnType<typeof person>, Partial<Known>, boolean][])('%s', (...[, event, known, applies]) => {
    expect(appliesToCustomer(caseOf(event, { customer: customerRow(), ...known }))).toBe(applies);
  });

  test('a later one changes the fields it contains', () => {
    const said = { email: 'd@example.com', metadata: { b: 2 } };
    const row = { ...customerRow(), ...said, lastEventAt: at(5), updatedAt: NOW, version: 4 };
    expect(nextCustomer(caseOf(person(5, said), { customer: customerRow() }))).toEqual(row);
    expect(nextCustomer(caseOf(person(5), { customer: customerRow() }))).toEqual({
      ...row,
      email: 'c@example.com',
      metadata: { a: 1 },
    });
  });

  test('one without a time leaves the order mark unchanged', () => {
    const marked = customerRow({ lastEventRank: 4 });
    expect(nextCustomer(caseOf(person(null), { customer: marked }))).toMatchObject({
      lastEventAt: at(0),
      lastEventRank: 4,
    });
  });

  test.each([
    ['its time', ends(5), null, at(5)],
    ['now without a time', ends(null), null, NOW],
    ['the first end', ends(5), at(3), at(3)],
    ['no word of an end', person(5), at(3), at(3)],
  ])('the end is dated: %s', (...[, event, before, deletedAt]) => {
    expect(nextCustomer(caseOf(event, { customer: customerRow({ deletedAt: before }) }))?.deletedAt).toBe(deletedAt);
    if (before === null) expect(nextCustomer(caseOf(event))?.deletedAt).toBe(deletedAt);
  });

  test('an empty address is filled by any event that has one, and by no other', () => {
    const customer = customerRow({ email: '' });
    const naming = (email?: string) => state(5, {}, { customer: { email } });
    const filled = { ...customer, email: 'd@example.com', updatedAt: NOW, version: 4 };
    expect(nextCustomer(caseOf(naming('d@example.com'), { customer }))).toEqual(filled);
    expect(nextCustomer(caseOf(naming(), { customer }))).toBeNull();
    expect(nextCustomer(caseOf(naming('d@example.com'), { customer: customerRow() }))).toBeNull();
  });

  test("a new customer gets an order mark only from an event about it, and its account's address", () => {
    const made = nextCustomer(caseOf(state(5, {}, { customer: {} }), { ownersEmail: 'u@example.com' }));
    expect(made).toEqual({
      ...customerRow({ email: 'u@example.com', metadata: null, lastEventAt: null, lastEventRank: 0 }),
      createdAt: NOW,
      updatedAt: NOW,
      version: 1,
    });
    expect(nextCustomer(caseOf(person(5)))).toMatchObject({ email: '', lastEventAt: at(5), lastEventRank: 2 });
    expect(nextCustomer(caseOf(person(5, {}, { user: '' })))).toBeNull();
    expect(nextCustomer(caseOf(person(5), {}, { foreign: true }))).toBeNull();
  });
});

describe('its owner', () => {
  const of = (userId: string) => ({ userId });
  const all: Partial<Known> = {
    subscription: subscriptionRow(of('subscription')),
    customer: customerRow(of('customer')),
    referencedUserId: 'reference',
  };
  const moved = { ...all, subscription: null, customer: customerRow({ ...of('customer'), assigned: true }) };
  test.each([
    ['its record', state(1, {}, { user: 'event', customer: {} }), all, 'subscription'],
    ['the customer that it is about', person(1, {}, { user: 'event' }), { ...all, subscription: null }, 'customer'],
    ['whom it names', state(1, {}, { user: 'event', customer: {} }), { ...all, subscription: null }, 'event'],
    ['whom its moved customer names', state(1, {}, { user: 'event', customer: {} }), moved, 'customer'],
    ['the named customer', state(1, {}, { user: '', customer: {} }), { ...all, subscription: null }, 'customer'],
    ['whom its checkout names', state(1, {}, { user: '' }), { referencedUserId: 'reference' }, 'reference'],
    ['nobody', state(1, {}, { user: '' }), {}, null],
  ] as [string, ReturnType<typeof person>, Partial<Known>, string | null][])('%s', (...[, event, known, owner]) => {
    expect(ownerOf(event, caseOf(event, known).known)).toBe(owner);
  });

  const doubtful = (statedOwner: CustomerFacts['statedOwner']) => {
    const event = eventOf({ subscription: {}, customer: {} });
    return { ...event, customer: event.customer && { ...event.customer, statedOwner } };
  };
  test.each([
    ["the owner's", null, { customer: customerRow() }, 'u', false],
    ["another user's", null, { customer: customerRow({ userId: 'v' }) }, 'u', true],
    ['nobody asks', 'another user', { customer: customerRow({ userId: 'v' }) }, null, false],
    ['new', null, { ownersCustomerId: 'o' }, 'u', false],
    ["new, another one's by the company", 'another user', {}, 'u', true],
    ["new, nobody's by the company", 'nobody', {}, 'u', false],
    ["new, nobody's by the company, beside the owner's", 'nobody', { ownersCustomerId: 'o' }, 'u', true],
  ] as [string, CustomerFacts['statedOwner'], Partial<Known>, string | null, boolean][])(
    'a customer is foreign: %s',
    (...[, statedOwner, known, owner, foreign]) => {
      expect(isForeign(doubtful(statedOwner), caseOf(state(0), known).known, owner)).toBe(foreign);
    },
  );

  test.each([
    ['customer.created', person(0, {}, { type: 'customer.created' }), 1],
    ['subscription.created', state(0, {}, { type: 'subscription.created' }), 1],
    ['an update', person(0), 2],
    ['an end', state(0, { status: 'canceled' }), 3],
    ['a deletion', ends(0), 4],
    ['a snapshot', state(0, {}, { type: null, rest: { snapshotOf: 1 } }), 9],
  ])('the rank of %s', (_case, event, rank) => {
    expect(rankOf(event)).toBe(rank);
  });
});
