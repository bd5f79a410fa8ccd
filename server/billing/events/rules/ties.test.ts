import { describe, expect, test } from 'vitest';
import { at, caseOf, knownOf, NOW, paymentRow, subscriptionRow } from '../../../testing/events/cases.ts';
import { eventOf, failure, person, state, success } from '../../../testing/events/toldEvents.ts';
import type { KeptOutcome } from '../../records/outcome.ts';
import { decide } from '../decide.ts';
import { RANK } from './order.ts';
import { isTied } from './ties.ts';

const other = { status: 'trialing' } as const;
const known = (changes: Parameters<typeof subscriptionRow>[0] = {}) => ({ subscription: subscriptionRow(changes) });

describe('the provider is asked', () => {
  const ofSnapshot = { lastEventRank: RANK.snapshot };
  const snapshot = state(0, other, { type: null, rest: { snapshotOf: 3 } });
  test.each([
    ['another state of one instant', state(0, other), known(), true],
    ['another standing of one instant', state(0, { standing: 'paused' }), known(), true],
    ['not: the same state', state(0), known(), false],
    ['not: nothing is said', state(0, {}), known(), false],
    ['not: what is said stands there already', state(0, { plan: 'pro', quantity: 2 }), known({ quantity: 2 }), false],
    ['not: another instant', state(1, other), known(), false],
    ['not: no time', state(null, other), known(), false],
    ['not: the last word had no time', state(0, other), known({ lastEventAt: null }), false],
    ['not: neither has a time', state(null, other), known({ lastEventAt: null }), false],
    ['not: it is new', state(0, other), {}, false],
    ['not: another rank', state(0, { status: 'canceled' }), known(), false],
    ['not: it was this very event', { ...state(0, other), id: 'before' }, known(), false],
    ['not: a snapshot is the answer', snapshot, known(ofSnapshot), false],
    ['not: an event that began it', state(0, { ...other, kind: 'initial' }), known(), false],
    ['not: it is about something else', person(0), known(), false],
    ['at the mark of a snapshot', state(0, other), known(ofSnapshot), true],
    ['within its margin', state(9.9, other), known(ofSnapshot), true],
    ['not: after its margin', state(10, other), known(ofSnapshot), false],
    ['not: before its mark', state(-1, other), known(ofSnapshot), false],
    ['not: a margin without a snapshot', state(5, other), known(), false],
    ['a failure in the instant of active', failure(0), known(), true],
    ['not: a failure of a trial', failure(0), known({ status: 'trialing' }), false],
    ['not: a failure in another instant', failure(1), known(), false],
    ['not: a failure of an unknown one', failure(0), {}, false],
    ['a word of active in the instant of a failure', state(5), known({ paymentFailedAt: at(5) }), true],
    ['not: another word', state(5, other), known({ paymentFailedAt: at(5) }), false],
    ['not: in another instant', state(5), known({ paymentFailedAt: at(4) }), false],
    ['not: nothing failed', state(5), known(), false],
    ['not: neither has a time', state(null), known(), false],
    ['a new one in the instant of a failure', state(5), { otherFailureAt: at(5) }, true],
    ['not: a success alone', success(0), known(), false],
  ] as [string, ReturnType<typeof state>, object, boolean][])('%s', (...[, event, records, isAsked]) => {
    expect(isTied(caseOf(event, records))).toBe(isAsked);
  });
});

describe('reasons', () => {
  const decided = (event: ReturnType<typeof state>, records = {}) => decide(event, knownOf(records), NOW);
  const foreign = { subscription: null, customer: { ...person(0).customer, statedOwner: 'another user' } };
  const UNLINKED = 'its customer belongs to another user or to nobody: left unlinked';

  test.each([
    ['names no known user', state(0, {}, { user: '' }), {}],
    ['names no known user', person(0, {}, { user: '' }), {}],
    ['names no known user', eventOf({ user: '', payment: {} }), {}],
    ['not newer than what was applied', state(-1), known()],
    ['same instant as the last applied event: the provider decides', state(0, other), known()],
    ['the record changed meanwhile', state(0, {}, { type: null, rest: { snapshotOf: 2 } }), known()],
  ] as [string, ReturnType<typeof state>, object][])('%s', (...[reason, event, records]) => {
    expect(decided(event, records)).toMatchObject({ reason });
  });

  test('an unmatched event waits for every record that it names', () => {
    const event = eventOf({ user: '', customer: {}, payment: { providerSubscriptionId: undefined } });
    const waits = [event.customer?.id, event.payment?.id].map((id) => ({ id, lacksCustomer: false }));
    expect(decided(event)).toMatchObject({ outcome: 'unmatched', pendingLinks: waits });
  });

  test('an event is only left unlinked for its foreign customer if nothing else is missing', () => {
    const event = { ...person(0), ...foreign } as ReturnType<typeof state>;
    expect(decided(event)).toMatchObject({ outcome: 'stale', reason: UNLINKED });
    const stale = 'not newer than what was applied';
    const old = { ...state(-1), customer: foreign.customer } as ReturnType<typeof state>;
    expect(decided(old, known())).toMatchObject({ outcome: 'stale', reason: stale });
    const paid = success(-1);
    const payment = { ...paid.payment, subscriptionId: null };
    const order = { ...paid, payment, customer: foreign.customer } as ReturnType<typeof state>;
    const row = { ...payment, ...paymentRow({ status: 'succeeded', paidAt: at(-1) }) };
    expect(decided(order, { payment: row })).toMatchObject({ outcome: 'stale', reason: stale });
    expect(decided(state(0, {}, { customer: {} }), { customer: { userId: 'v' } })).toMatchObject({ reason: UNLINKED });
    expect(decided(state(0))).toMatchObject({ outcome: 'applied', reason: undefined });
  });
});

describe('a repeated event', () => {
  const again = (seconds: number | null, outcome: KeptOutcome, replay: boolean) =>
    decide({ ...state(seconds), replay }, knownOf({ earlier: { id: '1', outcome } }), NOW).outcome;
  test.each([
    ['applied', 0, false, 'duplicate'],
    ['applied', 0, true, 'applied'],
    ['applied', null, true, 'duplicate'],
    ['stale', null, true, 'duplicate'],
    ['stale', 0, true, 'applied'],
    ['ignored', null, false, 'duplicate'],
    ['ignored', null, true, 'applied'],
    ['unmatched', null, false, 'applied'],
    ['failed', null, false, 'applied'],
  ] as const)('that was %s, at %s, replayed: %s: %s', (...[outcome, seconds, replay, expected]) => {
    expect(again(seconds, outcome, replay)).toBe(expected);
  });
});
