import { describe, expect, test } from 'vitest';
import { defaultPlans } from '../plans/testing.ts';
import { decideAccess } from './access.ts';

const plans = defaultPlans();

const DAY = 86_400_000;
const now = new Date('2026-06-15T12:00:00Z');
const days = (count: number) => new Date(now.getTime() + count * DAY);

const running = {
  status: 'active',
  plan: 'pro',
  currentPeriodStart: days(-10),
  currentPeriodEnd: days(20),
  cancelAtPeriodEnd: false,
  grantedPlan: null,
  unknownSince: null,
};
const free = (reason: string) => ({ plan: 'free', until: null, reason });
const pro = (reason: string, until: Date) => ({ plan: 'pro', until, reason });

describe('one subscription', () => {
  test.each([
    ['active', {}, pro('active', days(20))],
    ['trialing', { status: 'trialing' }, pro('trialing', days(20))],
    ['ending, its period runs', { cancelAtPeriodEnd: true }, pro('active', days(20))],
    ['ending, its period is over', { cancelAtPeriodEnd: true, currentPeriodEnd: now }, free('period_over')],
    ['its renewal is a little late', { currentPeriodEnd: days(-2) }, pro('active', days(-2))],
    ['its renewal never came', { currentPeriodEnd: days(-3) }, free('period_over')],
    [
      'past due, within the grace',
      { status: 'past_due', currentPeriodStart: days(-6) },
      pro('past_due_grace', days(1)),
    ],
    ['past due, after it', { status: 'past_due', currentPeriodStart: days(-7) }, free('past_due_expired')],
    ['canceled', { status: 'canceled' }, free('not_live')],
    ['incomplete', { status: 'incomplete' }, free('not_live')],
    ['deleted', { status: 'deleted' }, free('not_live')],
    ['of a plan we do not know', { plan: 'unknown' }, free('unknown_plan')],
    ['of the plan that nobody buys', { plan: 'free' }, free('unknown_plan')],
    ['of a plan named like a method', { plan: 'toString' }, free('unknown_plan')],
  ])('%s', (_name, more, expected) => {
    expect(decideAccess(plans, [{ ...running, ...more }], now)).toMatchObject(expected);
  });
});

describe('while nobody knows the plan of the price', () => {
  const unknown = { ...running, plan: 'unknown', grantedPlan: 'pro', unknownSince: days(-13) };
  test.each([
    ['the last plan is kept for a fortnight', {}, pro('unknown_plan_grace', days(1))],
    ['and no longer', { unknownSince: days(-14) }, free('unknown_plan')],
    ['nor longer than it is paid', { currentPeriodEnd: days(0.5) }, pro('unknown_plan_grace', days(0.5))],
    ['nor when it has ended', { status: 'canceled' }, free('not_live')],
    ['nor a plan that the file lacks', { grantedPlan: 'gold' }, free('unknown_plan')],
    ['nothing is kept that was never granted', { grantedPlan: null }, free('unknown_plan')],
  ])('%s', (_name, more, expected) => {
    expect(decideAccess(plans, [{ ...unknown, ...more }], now)).toMatchObject(expected);
  });
});

test('no subscription is free', () => {
  expect(decideAccess(plans, [], now)).toMatchObject(free('none'));
});

test.each([
  ['the dearest plan that runs counts', [{ plan: 'starter' }, { plan: 'enterprise' }, {}], 'enterprise'],
  [
    'one that runs beats one that does not',
    [{ plan: 'enterprise', status: 'canceled' }, { plan: 'starter' }],
    'starter',
  ],
  ['an unknown plan hides no known one', [{ plan: 'unknown' }, { plan: 'pro' }], 'pro'],
])('%s', (_name, all, plan) => {
  const subscriptions = all.map((more) => ({ ...running, ...more }));
  expect(decideAccess(plans, subscriptions, now).plan).toBe(plan);
  expect(decideAccess(plans, subscriptions.toReversed(), now).plan).toBe(plan);
});

test.each([
  ['a renewal is awaited', {}, days(23)],
  ['its renewal is late', { currentPeriodEnd: days(-2) }, days(1)],
  ['it ends', { cancelAtPeriodEnd: true }, days(20)],
  ['past due', { status: 'past_due', currentPeriodStart: days(-6) }, days(1)],
  ['free', { status: 'canceled' }, null],
])('when nothing comes any more, access ends: %s', (_name, more, endsAt) => {
  expect(decideAccess(plans, [{ ...running, ...more }], now).endsAt).toEqual(endsAt);
});
