import { describe, expect, test } from 'vitest';
import { defaultPlans } from '../plans/testing.ts';
import { decideAccess } from './decideAccess.ts';
import type { PeriodMoney, SubscriptionSource } from './sources.ts';

const plans = defaultPlans();

const DAY = 86_400_000;
const now = new Date('2026-06-15T12:00:00Z');
const days = (count: number) => new Date(now.getTime() + count * DAY);

const running: SubscriptionSource = {
  kind: 'subscription',
  status: 'active',
  nativeStatus: null,
  plan: 'pro',
  startsAt: days(-10),
  endsAt: days(20),
  cancelAtPeriodEnd: false,
  trialEnd: null,
  quantity: null,
  toldAt: days(-1),
  grantedPlan: null,
  unknownSince: null,
  money: null,
};
const free = (reason: string) => ({ plan: 'free', until: null, endsAt: null, reason, seats: 1 });
const pro = (reason: string, until: Date | null) => ({ plan: 'pro', until, reason });
const decide = (more: Partial<SubscriptionSource>, policy = {}) =>
  decideAccess({ ...plans, access: { ...plans.access, ...policy } }, [{ ...running, ...more }], now);

describe('one subscription', () => {
  test.each<[string, Partial<SubscriptionSource>, object]>([
    ['active', {}, pro('active', days(20))],
    ['trialing', { status: 'trialing' }, pro('trialing', days(20))],
    ['ending, its period runs', { cancelAtPeriodEnd: true }, pro('active', days(20))],
    ['ending, its period is over', { cancelAtPeriodEnd: true, endsAt: now }, free('period_over')],
    ['its renewal is a little late', { endsAt: days(-2) }, pro('active', days(-2))],
    ['its renewal never came', { endsAt: days(-3) }, free('period_over')],
    ['incomplete', { status: 'incomplete' }, free('not_live')],
    ['of a plan we do not know', { plan: 'unknown' }, free('unknown_plan')],
    ['of the plan that nobody buys', { plan: 'free' }, free('unknown_plan')],
    ['with seats', { quantity: 7 }, { plan: 'pro', seats: 7 }],
    ['its company tells no seats', { quantity: null }, { plan: 'pro', seats: 1 }],
    ['of a plan named like a method', { plan: 'toString' }, free('unknown_plan')],
  ])('%s', (_name, more, expected) => {
    expect(decide(more)).toMatchObject(expected);
  });
});

const money = (more: Partial<PeriodMoney> = {}): PeriodMoney => ({
  refund: 'none',
  dispute: null,
  paidAt: days(-10),
  failedAt: null,
  ...more,
});
const unpaid = (failedAt: number) => money({ paidAt: null, failedAt: days(failedAt) });

describe('past due', () => {
  test.each<[string, Partial<SubscriptionSource>, object]>([
    ['within the days since the first failure', { money: unpaid(-6) }, pro('past_due_grace', days(1))],
    ['after them', { money: unpaid(-7) }, free('past_due_expired')],
    ['nobody told the failure: since the period began', { startsAt: days(-6) }, pro('past_due_grace', days(1))],
    ['the same, after them', { startsAt: days(-7) }, free('past_due_expired')],
    ['what the company calls unpaid', { money: unpaid(-1), nativeStatus: 'unpaid' }, free('past_due_expired')],
    ['what it calls expired', { money: unpaid(-1), nativeStatus: 'expired' }, free('past_due_expired')],
    [
      'another invoice failed: the paid period stays',
      { money: money({ failedAt: days(-8) }) },
      pro('past_due_grace', days(20)),
    ],
    [
      'and the days, where they end later',
      { money: money({ failedAt: days(-1) }), endsAt: days(2) },
      pro('past_due_grace', days(6)),
    ],
    [
      'something was paid since the failure: that is not the period',
      { money: money({ failedAt: days(-11) }) },
      free('past_due_expired'),
    ],
  ])('%s', (_name, more, expected) => {
    expect(decide({ status: 'past_due', ...more })).toMatchObject(expected);
  });

  test('a trial whose first payment failed has its own number of days', () => {
    const failed = { status: 'past_due', startsAt: days(-2), trialEnd: days(-2), money: unpaid(-2) };
    expect(decide(failed)).toMatchObject(pro('past_due_grace', days(5)));
    expect(decide(failed, { after_trial_failed_days: 3 })).toMatchObject(pro('past_due_grace', days(1)));
    expect(decide(failed, { after_trial_failed_days: 0 })).toMatchObject(free('past_due_expired'));
    const later = { ...failed, trialEnd: days(-33) };
    expect(decide(later, { after_trial_failed_days: 0 })).toMatchObject(pro('past_due_grace', days(5)));
  });
});

describe('ended with paid time left', () => {
  const ended = { status: 'canceled', nativeStatus: 'canceled', money: money() };
  test.each<[string, Partial<SubscriptionSource>, object]>([
    ['to the paid end', {}, pro('canceled', days(20))],
    ['deleted as canceled', { status: 'deleted' }, pro('canceled', days(20))],
    ['not beyond it', { endsAt: now }, free('not_live')],
    ['it ran out by the company’s clock', { toldAt: days(20) }, free('not_live')],
    ['nothing was paid', { money: null }, free('not_live')],
    ['its period was not paid', { money: unpaid(-5) }, free('not_live')],
    ['money went back', { money: money({ refund: 'partial' }) }, free('refunded')],
    ['a dispute was lost', { money: money({ dispute: 'lost' }) }, free('disputed')],
    ['revoked', { nativeStatus: 'revoked' }, free('not_live')],
    ['unpaid', { nativeStatus: 'unpaid' }, free('not_live')],
  ])('%s', (_name, more, expected) => {
    expect(decide({ ...ended, ...more })).toMatchObject(expected);
  });

  test('if the policy ends access', () => {
    expect(decide(ended, { canceled: 'end' })).toMatchObject(free('not_live'));
  });
});

describe('paused', () => {
  const paused = { status: 'incomplete', nativeStatus: 'paused' };
  test.each([
    ['end', free('paused')],
    ['keep', { ...pro('paused', null), endsAt: null }],
  ])('%s', (choice, expected) => {
    expect(decide(paused, { paused: choice })).toMatchObject(expected);
  });
});

describe('refunds and disputes of the current period', () => {
  const kept = pro('active', days(20));
  test.each<[string, Partial<PeriodMoney>, string, object]>([
    ['refund_full', { refund: 'full' }, 'end', free('refunded')],
    ['refund_partial', { refund: 'partial' }, 'keep', free('refunded')],
    ['dispute_open', { dispute: 'open' }, 'keep', free('disputed')],
    ['dispute_won', { dispute: 'won' }, 'keep', free('disputed')],
    ['dispute_lost', { dispute: 'lost' }, 'end', free('disputed')],
  ])('%s', (...[name, more, byDefault, ended]) => {
    const subscription = { money: money(more) };
    expect(decide(subscription)).toMatchObject(byDefault === 'end' ? ended : kept);
    expect(decide(subscription, { [name]: 'end' })).toMatchObject(ended);
    expect(decide(subscription, { [name]: 'keep' })).toMatchObject(kept);
  });
});

describe("while the price's plan is unknown", () => {
  const unknown = { plan: 'unknown', grantedPlan: 'pro', unknownSince: days(-13) };
  test.each<[string, Partial<SubscriptionSource>, object]>([
    ['the last plan is kept for a fortnight', {}, pro('unknown_plan_grace', days(1))],
    ['and no longer', { unknownSince: days(-14) }, free('unknown_plan')],
    ['nor longer than it is paid', { endsAt: days(0.5) }, pro('unknown_plan_grace', days(0.5))],
    ['nor when it has ended', { status: 'canceled' }, free('not_live')],
    ['nor a plan that the file lacks', { grantedPlan: 'gold' }, free('unknown_plan')],
    ['nothing is kept that was never granted', { grantedPlan: null }, free('unknown_plan')],
  ])('%s', (_name, more, expected) => {
    expect(decide({ ...unknown, ...more })).toMatchObject(expected);
  });

  test('a paused subscription keeps access as long', () => {
    const paused = { ...unknown, status: 'incomplete', nativeStatus: 'paused' };
    expect(decide(paused, { paused: 'keep' })).toMatchObject(pro('unknown_plan_grace', days(1)));
  });
});

test('no subscription gives the free plan', () => {
  expect(decideAccess(plans, [], now)).toMatchObject(free('none'));
});

test.each<[string, Partial<SubscriptionSource>[], object]>([
  ['the dearest plan that runs counts', [{ plan: 'starter' }, { plan: 'enterprise' }, {}], { plan: 'enterprise' }],
  [
    'one that runs beats one that does not',
    [{ plan: 'enterprise', status: 'incomplete' }, { plan: 'starter' }],
    { plan: 'starter' },
  ],
  ['an unknown plan hides no known one', [{ plan: 'unknown' }, { plan: 'pro' }], { plan: 'pro' }],
  ['of one plan what lasts longest', [{}, { endsAt: days(50) }, { endsAt: days(30) }], { until: days(50) }],
  ['of one end what needs no grace', [{ cancelAtPeriodEnd: true, endsAt: days(23) }, {}], { until: days(23) }],
  ['of reasons to be free the one to act on', [{ status: 'incomplete' }, { endsAt: days(-9) }], free('period_over')],
])('%s', (_name, all, expected) => {
  const sources = all.map((more) => ({ ...running, ...more }));
  expect(decideAccess(plans, sources, now)).toMatchObject(expected);
  expect(decideAccess(plans, sources.toReversed(), now)).toMatchObject(expected);
});

test.each<[string, Partial<SubscriptionSource>, Date | null]>([
  ['a renewal is awaited', {}, days(23)],
  ['its renewal is late', { endsAt: days(-2) }, days(1)],
  ['it ends', { cancelAtPeriodEnd: true }, days(20)],
  ['past due', { status: 'past_due', startsAt: days(-6) }, days(1)],
  ['free', { status: 'incomplete' }, null],
])('without further events, access ends: %s', (_name, more, endsAt) => {
  expect(decide(more).endsAt).toEqual(endsAt);
});
