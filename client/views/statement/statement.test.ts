import { describe, expect, it } from 'vitest';
import { nextCharge } from './nextCharge.ts';
import { accessOf, statedAt as at, statedNow as now, statedSubscription as stated } from './sample.ts';
import { statementOf } from './statement.ts';

const planned = {
  kind: 'plan',
  plan: 'starter',
  interval: 'month',
  seats: 1,
  amount: '4.90',
  at: at(30),
  lapsed: false,
} as const;
const starter = { at: at(30), amount: '4.90', plan: 'starter', seats: 1, interval: 'month' };
const pro = { at: at(30), amount: '9.90', plan: 'pro', seats: 1, interval: 'month' };
const discounted = { amountDiscounted: '2.50' };
const ending = { cancelAtPeriodEnd: true, canceledAt: at(20) };
const failed = { usable: true, reason: 'past_due_grace', until: at(27), failedAt: at(20) } as const;
const unpaid = { usable: false, reason: 'not_live', until: null, failedAt: at(20) } as const;

describe('what is charged next', () => {
  it.each([
    ['active', {}, { kind: 'charge', ...pro }],
    ['in trial', { status: 'trialing', trialEnd: at(26) }, { kind: 'first', ...pro, at: at(26) }],
    [
      'in a discounted trial, at the price less the discount',
      { status: 'trialing', trialEnd: at(26), ...discounted, discountUntil: at(60) },
      { kind: 'first', ...pro, at: at(26) },
    ],
    ['set to end', ending, { kind: 'none' }],
    ['in trial, set to end', { status: 'trialing', ...ending }, { kind: 'none' }],
    ['set to end months from now', { cancelAt: at(88) }, { kind: 'charge', ...pro }],
    ['set to end within the period', { cancelAt: at(25) }, { kind: 'none' }],
    ['another plan follows', { scheduledChange: planned }, { kind: 'charge', ...starter }],
    ['it does not follow any more', { scheduledChange: { ...planned, lapsed: true } }, { kind: 'charge', ...pro }],
    ['a pause follows', { scheduledChange: { ...planned, kind: 'pause' } }, { kind: 'pauses', at: planned.at }],
    ['a discount ends before', { ...discounted, discountUntil: at(29) }, { kind: 'charge', ...pro, amount: '12.40' }],
    ['a discount ends later', { ...discounted, discountUntil: at(31) }, { kind: 'charge', ...pro }],
    ['the amount is not known', { amountKnown: false }, { kind: 'charge', ...pro, amount: null }],
    ['its collection is paused', { collectionPaused: true }, { kind: 'uncollected', at: at(30) }],
    ['its collection is paused, set to end', { collectionPaused: true, ...ending }, { kind: 'none' }],
    ['no renewal yet', { currentPeriodEnd: at(20) }, { kind: 'late', at: at(20), amount: '9.90' }],
    ['past due', { status: 'past_due', use: failed }, { kind: 'due', since: at(20), amount: '9.90' }],
    [
      'past due, set to end',
      { status: 'past_due', use: failed, ...ending },
      { kind: 'due', since: at(20), amount: '9.90' },
    ],
    ['a bank debit', { status: 'incomplete' }, { kind: 'awaited', since: at(1), amount: '9.90' }],
    ['paused', { status: 'incomplete', paused: true }, { kind: 'none' }],
    ['ended', { status: 'canceled' }, { kind: 'none' }],
  ] as const)('%s', (_name, changes, expected) => {
    expect(nextCharge(stated(changes), now)).toEqual(expected);
  });
});

describe('the statement about a subscription', () => {
  it.each([
    ['active', {}, {}, ['active', true, null]],
    ['set to end', ending, {}, ['ending', true, at(30)]],
    ['set to end months from now', { cancelAt: at(88) }, {}, ['ending', true, at(88)]],
    ['refunded', { use: { ...unpaid, reason: 'refunded' } }, {}, ['no_access', false, null]],
    [
      'refunded, and had otherwise',
      { use: { ...unpaid, reason: 'refunded' } },
      { plan: 'enterprise' },
      ['active', true, null],
    ],
    ['refunded, and a smaller plan is had', { use: unpaid }, { plan: 'starter' }, ['no_access', false, null]],
    ['a bank debit', { status: 'incomplete', use: { ...unpaid, failedAt: null } }, {}, ['awaited', false, null]],
    ['the first payment failed', { status: 'incomplete', use: unpaid }, {}, ['first_failed', false, null]],
    [
      'paused and set to end',
      { status: 'incomplete', paused: true, ...ending, use: unpaid },
      {},
      ['paused', false, at(30)],
    ],
    ['ended', { status: 'canceled', canceledAt: at(2), endedAt: at(11) }, {}, ['ended', false, at(11)]],
  ] as const)('%s', (...[, changes, access, expected]) => {
    const statement = statementOf(stated(changes), { access: accessOf(access), asked: true, now });
    expect([statement.kind, statement.use.usable, statement.ends]).toEqual(expected);
    expect(statement.payer).toBe('reader');
  });
});

describe('the statement to somebody without a subscription', () => {
  const until = at(28);
  it.each([
    ['free', {}, true, ['free', { kind: 'none' }, null, 'nobody']],
    ['free, and nobody asked the provider', {}, false, ['free', { kind: 'unasked' }, null, 'nobody']],
    ['bought once', { plan: 'pro', reason: 'purchased', until }, true, ['owned', { kind: 'none' }, until, 'reader']],
    ['given', { plan: 'pro', reason: 'granted', until }, true, ['owned', { kind: 'none' }, until, 'nobody']],
    [
      'a member of an organisation that pays',
      { plan: 'pro', reason: 'active', until, through: 'organisation' },
      true,
      ['owned', { kind: 'none' }, null, 'organisation'],
    ],
  ] as const)('%s', (...[, access, asked, expected]) => {
    const { kind, next, ends, payer } = statementOf(null, { access: accessOf(access), asked, now });
    expect([kind, next, ends, payer]).toEqual(expected);
  });
});

it('a company that is not set up here is who bills its subscription', () => {
  const former = { url: null };
  expect(statementOf(stated({ former }), { access: accessOf({}), asked: true, now }).payer).toBe('company');
});
