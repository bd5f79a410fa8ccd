import { describe, expect, test } from 'vitest';
import { at, caseOf, paymentRow, subscriptionRow } from '../../../testing/events/cases.ts';
import { eventOf, failure, state, success } from '../../../testing/events/toldEvents.ts';
import { failsSubscription, otherFailureAt, recoversSubscription } from './failures.ts';
import type { Known } from './known.ts';

const failed = (seconds: number | null) => ({
  subscription: subscriptionRow({ paymentFailedAt: seconds === null ? null : at(seconds) }),
});
const paid = (seconds: number | null) => ({
  subscription: subscriptionRow(),
  payment: paymentRow({ status: 'succeeded', lastEventAt: seconds === null ? null : at(seconds) }),
});

describe('a failure counts', () => {
  test.each([
    ['for a known subscription', failure(5), failed(null), true],
    ['not for an unknown one', failure(5), {}, false],
    ['not where the event tells of none', state(5), failed(null), false],
    ['after an older one', failure(5), failed(4), true],
    ['not when it is the known one', failure(5), failed(5), false],
    ['not before a newer one', failure(5), failed(6), false],
    ['without a time', failure(null), failed(6), true],
    ['not when its invoice was paid since', failure(5), paid(6), false],
    ['not when its invoice was paid in that instant', failure(5), paid(5), false],
    ['when its invoice was paid before', failure(5), paid(4), true],
    ['when its invoice was paid, nobody knows when', failure(5), paid(null), true],
    ['without a time, though its invoice was paid', failure(null), paid(6), true],
    [
      'when its invoice failed later too',
      failure(5),
      { ...failed(null), payment: paymentRow({ lastEventAt: at(6) }) },
      true,
    ],
  ] as [string, ReturnType<typeof failure>, Partial<Known>, boolean][])('%s', (...[, event, known, counts]) => {
    expect(failsSubscription(caseOf(event, known))).toBe(counts);
  });
});

describe('the payment of a failed invoice reactivates a subscription', () => {
  const subscription = subscriptionRow({ status: 'past_due', paymentFailedAt: at(5) });
  const payment = paymentRow({ lastEventAt: at(5), lastEventRank: 1 });
  const both = { subscription, payment };
  const but = (changes: Parameters<typeof subscriptionRow>[0]) => ({
    payment,
    subscription: { ...subscription, ...changes },
  });
  const withState = eventOf({ at: 6, payment: { status: 'succeeded' }, subscription: { status: 'active' } });
  const withInitial = eventOf({ at: 6, payment: { status: 'succeeded' }, subscription: { kind: 'initial' } });

  test.each([
    ['where the failure alone made it past due', success(6), both, true],
    ['not: the provider calls it past due too', success(6), but({ reportedStatus: 'past_due' }), false],
    ['not: nobody knows what the provider calls it', success(6), but({ reportedStatus: null }), false],
    ['not: unknown', success(6), { payment }, false],
    ['not: the payment is unknown', success(6), { subscription }, false],
    ['not: it is not past due', success(6), but({ status: 'trialing' }), false],
    ['not: another payment failed', success(6), but({ paymentFailedAt: at(4) }), false],
    [
      'not: nobody knows when it failed',
      success(6),
      { ...but({ paymentFailedAt: null }), payment: paymentRow({ lastEventAt: null }) },
      false,
    ],
    ['not: the payment had succeeded', success(6), { ...both, payment: { ...payment, status: 'succeeded' } }, false],
    ['not: it fails again', failure(6), both, false],
    ['not: no payment is told', state(6), both, false],
    ['not: it was paid before it failed', success(4), both, false],
    ['paid in the same instant', success(5), both, true],
    ['not: the event tells the whole state', withState, both, false],
    ['though the event began it', withInitial, both, true],
  ] as [string, ReturnType<typeof failure>, Partial<Known>, boolean][])('%s', (...[, event, known, recovers]) => {
    expect(recoversSubscription(caseOf(event, known))).toBe(recovers);
  });
});

describe("another payment's failure is looked up", () => {
  const known = { otherFailureAt: at(7) };
  test.each([
    ['by a new subscription', state(5), known, true],
    ['by one that a checkout began', state(5, { kind: 'initial' }), known, true],
    ['not by a failure', failure(5), known, false],
    ['not by a known subscription', state(5), { ...known, subscription: subscriptionRow() }, false],
    ['where a failed payment turns out paid', success(6), { ...known, payment: paymentRow() }, true],
    ['not where it was paid', success(6), { ...known, payment: paymentRow({ status: 'succeeded' }) }, false],
    ['not where a payment fails again', failure(6), { ...known, payment: paymentRow() }, false],
    ['not by a new payment', success(6), known, false],
    ['not where no payment is told', state(6, { kind: 'payment_failed' }), { ...known, payment: paymentRow() }, false],
  ] as [string, ReturnType<typeof failure>, Partial<Known>, boolean][])('%s', (...[, event, all, asked]) => {
    expect(otherFailureAt(caseOf(event, all))).toBe(asked ? at(7) : null);
  });
});
