import { expect, test } from 'vitest';
import { coveringPlan } from './coveringPlan.ts';
import type { Standing } from './planAction.ts';

const plans = ['free', 'starter', 'pro', 'enterprise'].map((name) => ({ name }));
const active = {
  status: 'active',
  isPlanKnown: true,
  interval: 'month',
  paused: false,
  cancelAtPeriodEnd: false,
  cancelAt: null,
  seats: 1,
  former: null,
} as const;
const holder = (plan: string, isLive = true): Standing => ({
  signedIn: true,
  subscription: { ...active, isLive, plan },
  proven: true,
  trialAvailable: false,
  access: null,
});

test.each([
  ['to a higher plan', 'starter', holder('pro'), 'pro'],
  ['to the same plan', 'pro', holder('pro'), 'pro'],
  ['to a lower plan', 'enterprise', holder('pro'), null],
  ['that has ended', 'starter', holder('pro', false), null],
  ['to an unknown plan', 'starter', holder('unknown'), null],
  ['of a signed-out visitor', 'starter', null, null],
] as const)('checks whether a plan is covered by a subscription %s', (...[, plan, standing, expected]) => {
  expect(coveringPlan(plans, plan, standing)).toBe(expected);
});
