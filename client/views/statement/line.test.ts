import { describe, expect, it } from 'vitest';
import { checkoutLine, lineOf, lineOfChange } from './line.ts';
import type { LinePayment, LinePoint } from './points.ts';
import { accessOf, statedAt as at, statedNow as now, statedSubscription as stated } from './sample.ts';
import type { StatedSubscription } from './stated.ts';
import { statementOf } from './statement.ts';

const paid: LinePayment = {
  subscriptionId: 'sub',
  type: 'subscription',
  status: 'succeeded',
  amount: '9.90',
  amountRefunded: '0.00',
  currency: 'usd',
  plan: 'pro',
  periodEnd: at(30),
  returnedAt: null,
  createdAt: at(1),
};
const before = { ...paid, amount: '4.90', periodEnd: at(1), createdAt: at(-29) };
const upgraded = { ...paid, amount: '3.00', createdAt: at(11) };
const failed = { ...paid, status: 'failed', createdAt: at(19) } as const;
const refunded = { ...paid, status: 'refunded', amountRefunded: '9.90', returnedAt: at(18) } as const;
const partly = { ...paid, status: 'partially_refunded', amountRefunded: '2.00', returnedAt: at(12) } as const;
const disputed = { ...paid, status: 'disputed', returnedAt: at(18) } as const;
const once = { ...paid, type: 'one_time', subscriptionId: '', amount: '99.00', createdAt: at(11) } as const;

const planned = {
  kind: 'plan',
  plan: 'starter',
  interval: 'month',
  seats: 1,
  amount: '4.90',
  at: at(30),
  lapsed: false,
} as const;
const ending = { cancelAtPeriodEnd: true, canceledAt: at(20) };
const trial = { status: 'trialing', trialStart: at(12), trialEnd: at(26), currentPeriodStart: at(12) };
const unusable = (reason: StatedSubscription['use']['reason']) =>
  ({ usable: false, reason, until: null, failedAt: null }) as const;
const grace = { usable: true, reason: 'past_due_grace', until: at(27), failedAt: at(14) } as const;
const paused = { status: 'incomplete', paused: true };

/** `place kind`, the day of November, what is charged, and days. */
function told({ place, kind, at: when, money, ...rest }: LinePoint): string {
  const day =
    when === null || place === 'now' ? '' : `${Math.round((Date.parse(when) - Date.parse(at(0))) / 86_400_000)}`;
  const days = 'days' in rest && rest.days !== null ? `${rest.days}${rest.of === null ? '' : `/${rest.of}`}` : '';
  const plan = 'plan' in rest && kind === 'changes' ? rest.plan : '';
  return [kind, day, money?.amount, days, plan].filter(Boolean).join(' ');
}

const PAID = 'paid 1 9.90';
const TODAY = 'day 21/29';
const RENEWS = 'renews 30 9.90';

type Row = readonly [string, Partial<StatedSubscription>, readonly LinePayment[], readonly string[]];

describe('the line of a subscription', () => {
  it.each<Row>([
    ['active', {}, [paid, before], [PAID, TODAY, RENEWS]],
    ['nothing is known of payments', {}, [], ['began 1', TODAY, RENEWS]],
    ['charged a little early', {}, [{ ...paid, periodEnd: null, createdAt: at(0) }], ['paid 0 9.90', TODAY, RENEWS]],
    ['of another subscription', {}, [{ ...paid, subscriptionId: 'other' }], ['began 1', TODAY, RENEWS]],
    ['yearly', { currentPeriodEnd: at(366) }, [paid], [PAID, 'day 21/365', 'renews 366 9.90']],
    ['upgraded within the period', {}, [upgraded, paid], [PAID, 'paid 11 3.00', TODAY, RENEWS]],
    ['the next amount is not known', { amountKnown: false }, [paid], [PAID, TODAY, 'renews 30']],
    ['in trial', trial, [], ['trial 12 0', 'left 5', 'first 26 9.90']],
    ['in a discounted trial', { ...trial, amountKnown: false }, [], ['trial 12 0', 'left 5', 'first 26']],
    ['in trial, set to end', { ...trial, ...ending }, [], ['trial 12 0', 'left 5', 'ends 26']],
    ['a smaller plan follows', { scheduledChange: planned }, [paid], [PAID, TODAY, 'changes 30 4.90 starter']],
    ['it does not follow any more', { scheduledChange: { ...planned, lapsed: true } }, [paid], [PAID, TODAY, RENEWS]],
    ['a pause follows', { scheduledChange: { ...planned, kind: 'pause' } }, [paid], [PAID, TODAY, 'pauses 30']],
    [
      'paused, its time has run out',
      { ...paused, currentPeriodEnd: at(11) },
      [paid],
      [PAID, 'paid_until 11', 'resting'],
    ],
    ['paused at once', paused, [paid], [PAID, 'resting']],
    [
      'paused, its paid time goes on',
      { ...paused, use: { ...grace, reason: 'canceled', until: at(30) } },
      [paid],
      [PAID, 'resting', 'ends 30'],
    ],
    ['paused, set to end', { ...paused, ...ending }, [paid], [PAID, 'resting', 'ends 30']],
    ['collection paused', { collectionPaused: true }, [paid], [PAID, TODAY, 'uncharged 30']],
    ['set to end', ending, [paid], [PAID, TODAY, 'ends 30']],
    ['set to end in months', { cancelAt: at(88) }, [paid], [PAID, TODAY, RENEWS, 'ends 88']],
    ['no renewal yet', { currentPeriodEnd: at(20) }, [paid], [PAID, 'late 20 9.90', 'waiting']],
    ['a bank debit', { status: 'incomplete' }, [], ['debit 1 9.90', 'bank', 'begins']],
    [
      'the first payment failed',
      { status: 'incomplete', use: { ...unusable('not_live'), failedAt: at(2) } },
      [],
      ['failed 2 9.90', 'not_begun'],
    ],
    [
      'past due, tried again and again',
      { status: 'past_due', use: grace },
      [failed, { ...failed, createdAt: at(14) }],
      ['failed 14 9.90', 'owed 6', 'ends 27'],
    ],
    [
      'past due in the period that was paid',
      { status: 'past_due', use: grace, ...ending },
      [paid, failed],
      [PAID, 'failed 14 9.90', 'owed 6', 'ends 27'],
    ],
    [
      'past due, and lost',
      { status: 'past_due', use: { ...unusable('past_due_expired'), failedAt: at(4) } },
      [failed],
      ['failed 4 9.90', 'no_access'],
    ],
    [
      'refunded, and goes on',
      { use: unusable('refunded') },
      [refunded],
      [PAID, 'refunded 18 -9.90', 'no_access', 'again 30 9.90'],
    ],
    [
      'refunded, and ends',
      { use: unusable('refunded'), ...ending },
      [refunded],
      [PAID, 'refunded 18 -9.90', 'no_access', 'ends 30'],
    ],
    ['refunded in part', {}, [partly], [PAID, 'partly_refunded 12 -2.00', TODAY, RENEWS]],
    ['disputed', { use: unusable('disputed') }, [disputed], [PAID, 'disputed 18', 'no_access', 'again 30 9.90']],
    ['ended', { status: 'canceled', endedAt: at(11) }, [paid], [PAID, 'ended 11', 'over']],
    [
      'ended, with paid time left',
      { status: 'canceled', endedAt: at(11), use: { ...grace, reason: 'canceled', until: at(30) } },
      [paid],
      [PAID, 'ended 11', 'left 9', 'ends 30'],
    ],
    ['an unknown plan', { plan: 'gold' }, [paid], [PAID, TODAY, RENEWS]],
    ['an unknown status', { status: 'odd' }, [paid], [PAID, 'unknown']],
  ])('%s', (...[, changes, payments, expected]) => {
    const subscription = stated(changes);
    const statement = statementOf(subscription, { access: accessOf({}), asked: true, now });
    const line = lineOf(statement, { subscription, payments, now });
    expect(line.map(told)).toEqual(expected);
    expect(line.filter(({ place }) => place === 'now')).toHaveLength(1);
    const times = line.map((point) => point.at).filter((each) => each !== null);
    expect(times).toEqual(times.toSorted());
  });
});

describe('the line of somebody without a subscription', () => {
  const until = at(28);
  it.each([
    ['free', {}, []],
    ['bought once', { plan: 'pro', reason: 'purchased', until }, ['bought 11 99.00', 'left 7', 'ends 28']],
    ['bought for good', { plan: 'pro', reason: 'purchased' }, ['bought 11 99.00', 'left']],
    ['given', { plan: 'pro', reason: 'granted', until }, ['left 7', 'ends 28']],
    ['given without an end', { plan: 'pro', reason: 'granted' }, []],
    ['a member of an organisation that pays', { plan: 'pro', reason: 'active', until, through: 'organisation' }, []],
  ] as const)('%s', (_name, access, expected) => {
    const statement = statementOf(null, { access: accessOf(access), asked: true, now });
    expect(lineOf(statement, { subscription: null, payments: [once, paid], now }).map(told)).toEqual(expected);
  });
});

describe('the line of a change', () => {
  const asked = { plan: 'enterprise', seats: 3, now };
  const preview = { currency: 'usd', about: false, taxIncluded: { dueNow: null, dueNext: false }, nextAt: at(30) };
  it.each([
    ['at once', { dueNow: '60.00', dueNext: '99.00', effectiveAt: at(21) }, ['due 60.00', 'renews 30 99.00']],
    ['later', { dueNow: '0.00', dueNext: '4.90', effectiveAt: at(30) }, ['due 0.00', 'changes 30 4.90 enterprise']],
    [
      'with a discount of untold size',
      { dueNow: '9.00', dueNext: null, effectiveAt: at(21) },
      ['due 9.00', 'renews 30'],
    ],
    ['with a discount of unknown size', { dueNow: null, dueNext: null, effectiveAt: at(21) }, ['due', 'renews 30']],
    ['without a next date', { dueNow: '5.00', dueNext: '0.00', effectiveAt: at(21), nextAt: null }, ['due 5.00']],
  ])('%s', (_name, costs, expected) => {
    const line = lineOfChange({ ...asked, preview: { ...preview, ...costs } });
    expect(line.map(told)).toEqual(expected);
    const { money } = line.at(-1) ?? {};
    if (money) expect(money.taxIncluded).toBe(line.length > 1 ? false : null);
  });
});

it('a checkout waits for the provider, and has no times', () => {
  expect(checkoutLine.map(told)).toEqual(['checkout', 'confirming', 'begins']);
});
