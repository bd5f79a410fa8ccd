import { expect, test } from 'vitest';
import { coveringPlan } from './coveringPlan.ts';
import type { Standing } from './planAction.ts';

const plans = ['free', 'starter', 'pro', 'enterprise'].map((name) => ({ name }));
const holder = (plan: string, isLive = true): Standing => ({
  signedIn: true,
  subscription: { status: 'active', isLive, plan, interval: 'month', cancelAtPeriodEnd: false, seats: 1, former: null },
  trialAvailable: false,
});

test.each([
  ['a dearer plan', 'starter', holder('pro'), 'pro'],
  ['the same', 'pro', holder('pro'), 'pro'],
  ['a lesser one', 'enterprise', holder('pro'), null],
  ['one that is over', 'starter', holder('pro', false), null],
  ['one that nobody knows', 'starter', holder('unknown'), null],
  ['nobody', 'starter', null, null],
] as const)('is given by a subscription: %s', (...[, plan, standing, expected]) => {
  expect(coveringPlan(plans, plan, standing)).toBe(expected);
});
