import { describe, expect, test } from 'vitest';
import { at, caseOf, NOW, paymentRow, subscriptionRow } from '../../../testing/events/cases.ts';
import { customerId, eventOf, failure, subscriptionId, success } from '../../../testing/events/toldEvents.ts';
import type { Case, Known } from './known.ts';
import { nextPayment } from './nextPayment.ts';
import { nextSubscription } from './nextSubscription.ts';

const named = (payment = {}) => eventOf({ at: 5, customer: {}, payment: { status: 'succeeded', ...payment } });
const linked = { subscription: subscriptionRow({ customerId: 'l' }) };

describe('a new payment', () => {
  const row = paymentRow({ status: 'succeeded', amount: '0.00', lastEventAt: at(5), paidAt: at(5), customerId });
  const made = { ...row, createdAt: NOW, updatedAt: NOW, version: 1 };

  test("has the event's values, else defaults", () => {
    expect(nextPayment(caseOf(named()))).toEqual(made);
    const said = { description: 'd', receiptUrl: 'r', type: 'one_time' as const };
    const amount = { minorUnits: 5, currency: 'eur' };
    expect(nextPayment(caseOf(named({ ...said, amount })))).toEqual({
      ...made,
      ...said,
      amount: '0.05',
      currency: 'eur',
    });
    expect(nextPayment(caseOf(failure(5)))?.lastEventRank).toBe(1);
  });

  test('needs an owner', () => {
    expect(nextPayment(caseOf({ ...named(), userId: null }))).toBeNull();
    expect(nextPayment(caseOf(eventOf({ at: 5, customer: {} })))).toBeNull();
  });

  test.each([
    ['named', named(), linked, false, customerId],
    ["its subscription's", success(5), linked, false, 'l'],
    ["its subscription's before the owner's", success(5), { ...linked, ownersCustomerId: 'o' }, false, 'l'],
    ["the owner's", success(5), { ownersCustomerId: 'o' }, false, 'o'],
    ['nobody', success(5), {}, false, null],
    ["foreign: its subscription's", named(), linked, true, 'l'],
    ['foreign: nobody', named(), { ownersCustomerId: 'o' }, true, null],
  ] as [string, ReturnType<typeof named>, Partial<Known>, boolean, string | null][])(
    'its customer: %s',
    (...[, event, known, foreign, expected]) => {
      expect(nextPayment(caseOf(event, known, { foreign }))?.customerId).toBe(expected);
    },
  );
});

describe('a known payment', () => {
  const failed = paymentRow({
    lastEventRank: 1,
    description: 'd',
    customerId: 'l',
    subscriptionId: 't',
    receiptUrl: 'q',
  });
  const empty = paymentRow({ lastEventRank: 1, customerId: null, subscriptionId: null });
  const next = (payment: typeof failed, event = named({ receiptUrl: 'r' }), forced: Partial<Case> = {}) =>
    nextPayment(caseOf(event, { payment }, forced));

  test('changes its status; unknown fields are filled', () => {
    const mark = { lastEventAt: at(5), lastEventRank: 2, updatedAt: NOW, version: 4 };
    const changed = { status: 'succeeded', paidAt: at(5), ...mark } as const;
    expect(next(failed)).toEqual({ ...failed, ...changed });
    const filled = { ...empty, ...changed, customerId, subscriptionId, receiptUrl: 'r' };
    expect(next(empty)).toEqual(filled);
    expect(next(empty, named())).toEqual({ ...filled, receiptUrl: null });
    expect(next(empty, undefined, { foreign: true })).toEqual({ ...filled, customerId: null });
    expect(next(empty, success(5))).toEqual({ ...filled, customerId: null, receiptUrl: null });
  });

  test('what a late event says first is filled in', () => {
    const paid = paymentRow({ status: 'succeeded', lastEventAt: at(9), paidAt: at(9), amountDiscounted: '1.00' });
    const papers = { invoiceUrl: 'i', amountDiscounted: { minorUnits: 50, currency: 'usd' } };
    const late = { invoiceUrl: 'i', paidAt: at(5), updatedAt: NOW, version: 4 };
    expect(next(paid, success(5, papers))).toEqual({ ...paid, ...late });
    expect(next(paymentRow({ lastEventRank: 1 }), success(5, papers))).toMatchObject({ amountDiscounted: '0.50' });
  });

  test.each([
    ['of this failure', { failedAt: at(9) }, failure(5, { actionUrl: 'a' }), { actionUrl: 'a', failedAt: at(5) }],
    ['of a failure before it was paid', { paidAt: at(6) }, failure(5, { actionUrl: 'a' }), null],
    ['of that instant', { paidAt: at(5) }, failure(5, { actionUrl: 'a' }), null],
    ['of a failure after it was paid', { paidAt: at(4) }, failure(5, { actionUrl: 'a' }), { actionUrl: 'a' }],
    ['of a paid one', { status: 'succeeded', paidAt: at(4) }, failure(5, { actionUrl: 'a' }), null],
    ['of a success', { status: 'failed', paidAt: null, failedAt: at(9) }, success(5), null],
  ] as const)('a late word %s', (...[, row, event, changes]) => {
    const payment = paymentRow({ lastEventAt: at(9), lastEventRank: 2, ...row });
    const changed = changes && { ...payment, ...changes, updatedAt: NOW, version: 4 };
    expect(next(payment, event)).toEqual(changed);
  });

  test('keeps what was bought first; its price may be told later', () => {
    const bought = paymentRow({ lastEventRank: 1, plan: 'pro', accessDays: 30 });
    const said = success(5, { plan: 'starter', accessDays: 7, priceId: 'p1' });
    expect(next(bought, said)).toMatchObject({ plan: 'pro', accessDays: 30, priceId: 'p1' });
  });

  test('stays aside', () => {
    const aside = paymentRow({ lastEventRank: 1, aside: true });
    expect(next(aside, success(5))?.aside).toBe(true);
    expect(next(failed, success(5, { aside: true }))?.aside).toBe(true);
  });

  test('follows the order rule', () => {
    expect(next(failed, success(-1))).toBeNull();
    expect(next(failed, failure(0))).toBeNull();
    expect(next(failed, success(0))?.status).toBe('succeeded');
    expect(next(failed, success(null))).toMatchObject({ status: 'succeeded', lastEventAt: at(0), lastEventRank: 1 });
  });
});

describe('the payment of a failed invoice, depending on when another one failed', () => {
  const payment = paymentRow({ lastEventAt: at(5), lastEventRank: 1 });
  test.each([
    [null, 0, 'active'],
    [5, 5, 'past_due'],
    [6, 5, 'past_due'],
    [4, 5, 'active'],
    [4, null, 'active'],
    [null, null, 'active'],
  ] as const)('%s, last word at %s: %s', (...[failedAt, saidAt, status]) => {
    const subscription = subscriptionRow({
      status: 'past_due',
      paymentFailedAt: at(5),
      customerId: 'l',
      lastEventAt: saidAt === null ? null : at(saidAt),
    });
    const otherFailureAt = failedAt === null ? null : at(failedAt);
    const next = nextSubscription(caseOf(success(6), { subscription, payment, otherFailureAt }));
    const updatedAt = status === 'active' ? NOW : subscription.updatedAt;
    expect(next).toEqual({ ...subscription, status, paymentFailedAt: otherFailureAt, updatedAt, version: 4 });
  });

  test('a failure is dated by its event, else now', () => {
    const subscription = subscriptionRow({ customerId: 'l' });
    const written = { ...subscription, status: 'past_due', updatedAt: NOW, version: 4 };
    expect(nextSubscription(caseOf(failure(5), { subscription }))).toEqual({ ...written, paymentFailedAt: at(5) });
    expect(nextSubscription(caseOf(failure(null), { subscription }))).toEqual({ ...written, paymentFailedAt: NOW });
    expect(nextSubscription(caseOf(success(5), { subscription }))).toBeNull();
  });
});

describe('the times of its payment and of its first failure', () => {
  const next = (payment: ReturnType<typeof paymentRow> | null, event: ReturnType<typeof success>) =>
    nextPayment(caseOf(event, { payment }));
  const failing = paymentRow({ failedAt: at(4), lastEventAt: at(4), lastEventRank: 1 });
  const paid = paymentRow({ status: 'succeeded', paidAt: at(4), lastEventAt: at(4) });
  const both = { paidAt: at(4), failedAt: at(6) };
  test.each([
    ['a payment', null, success(5), { paidAt: at(5), failedAt: null }],
    ['a payment that nobody dates', null, success(null), { paidAt: NOW, failedAt: null }],
    ['a failure', null, failure(5), { paidAt: null, failedAt: at(5) }],
    ['another try that fails', failing, failure(5), { paidAt: null, failedAt: at(4) }],
    ['one that succeeds', failing, success(5), { paidAt: at(5), failedAt: null }],
    ['a second word of it', paid, success(5), { paidAt: at(4), failedAt: null }],
    ['it fails afterwards', paid, failure(6), both],
    ['an earlier failure comes late', failing, failure(3), { paidAt: null, failedAt: at(3), status: 'failed' }],
    ['an earlier success comes late', paid, success(3), { paidAt: at(3), failedAt: null, lastEventAt: at(4) }],
    ['refunded since', { ...paid, amountRefunded: paid.amount }, success(3), { paidAt: at(3), status: 'refunded' }],
  ] as const)('%s', (...[, payment, event, expected]) => {
    expect(next(payment, event)).toMatchObject(expected);
  });

  test.each([
    ['a later failure comes late', paymentRow({ failedAt: at(3), lastEventAt: at(6), lastEventRank: 1 }), failure(5)],
    ['a failure before it was paid', paid, failure(3)],
    ['a failure before it was paid, that failed since', paymentRow({ ...both, lastEventAt: at(6) }), failure(3)],
    ['the same word again', paid, success(4)],
    ['of a payment from before there were times', paymentRow({ status: 'succeeded' }), success(-3)],
  ])('%s: null', (_name, payment, event) => {
    expect(next(payment, event)).toBeNull();
  });
});

describe('the purchase', () => {
  const said = { plan: 'pro', priceId: 'x', accessDays: 30 };
  const word = (at: number, payment = {}) => eventOf({ at, payment: { status: 'succeeded', ...payment } });
  const paid = paymentRow({ status: 'succeeded', paidAt: at(4), lastEventAt: at(4) });
  test.each([
    ['stands on a new payment', null, word(5, said), said],
    ['is filled by a later word', paid, word(5, said), said],
    ['and by one that comes late', paid, word(4, said), said],
    ['stays as it was said first', { ...paid, ...said }, word(5, { ...said, plan: 'starter', accessDays: 9 }), said],
    ['is filled when it is paid', paymentRow({ failedAt: at(0) }), word(5, said), said],
  ] as const)('%s', (...[, payment, event, expected]) => {
    expect(nextPayment(caseOf(event, { payment }))).toMatchObject(expected);
  });
});

describe('the reason, invoice and receipt', () => {
  const said = {
    priceId: 'x',
    invoiceUrl: 'i',
    receiptUrl: 'r',
    periodStart: '2026-01-01T00:00:00.000Z',
    periodEnd: '2026-02-01T00:00:00.000Z',
  };
  const shown = {
    ...said,
    periodStart: '2026-01-01T00:00:00.000000Z',
    periodEnd: '2026-02-01T00:00:00.000000Z',
  };
  const paid = paymentRow({ status: 'succeeded', paidAt: at(4), lastEventAt: at(4) });
  test.each([
    ['stands on a new payment', null, 5],
    ['is filled by a later word', paid, 5],
    ['and by one that comes late', paid, 3],
    ['stays as it was said first', { ...paid, ...shown }, 5],
  ] as const)('%s', (_name, payment, seconds) => {
    const known = payment && (payment as ReturnType<typeof paymentRow>);
    const event = success(seconds, known?.invoiceUrl ? { ...said, invoiceUrl: 'other' } : said);
    expect(nextPayment(caseOf(event, { payment: known }))).toMatchObject(shown);
  });
});

describe("the payer's options", () => {
  const waiting = paymentRow({ failedAt: at(4), lastEventAt: at(4), lastEventRank: 1, actionUrl: 'a' });
  const plain = { ...waiting, actionUrl: null };
  const paid = paymentRow({ status: 'succeeded', paidAt: at(4), lastEventAt: at(4) });
  const action = { actionUrl: 'a' };
  const gone = { writtenOff: 'voided' as const };
  const given = { ...plain, ...gone };
  const nothing = { actionUrl: null, writtenOff: null };
  test.each([
    ['confirm it', null, failure(5, action), action],
    ['confirm it, told in the instant of the failure', plain, failure(4, action), action],
    ['confirm it, told late', plain, failure(3, action), action],
    ['confirm it, also after another try', waiting, failure(5), action],
    ['nothing, once it is paid', waiting, success(5), nothing],
    ['nothing, once it is written off', waiting, failure(5, gone), { ...gone, actionUrl: null }],
    ['nothing, written off before it was known', null, failure(5, gone), { ...gone, status: 'failed' }],
    ['nothing, written off, told late', plain, failure(3, gone), gone],
    ['nothing: it failed again when it was written off', given, failure(5, action), { ...gone, actionUrl: null }],
    ['nothing: written off, and paid after all', given, success(5), nothing],
  ] as const)('%s', (...[, payment, event, expected]) => {
    expect(nextPayment(caseOf(event, { payment }))).toMatchObject(expected);
  });

  test.each([
    ['asked before it was paid', paid, failure(3, action)],
    ['written off before it was paid', paid, failure(3, gone)],
    ['a late word of a failure after it was paid', { ...paid, lastEventAt: at(9) }, failure(6, action)],
    ['a late word of a success before it failed', waiting, success(3)],
  ])('%s: null', (_name, payment, event) => {
    expect(nextPayment(caseOf(event, { payment }))).toBeNull();
  });
});
