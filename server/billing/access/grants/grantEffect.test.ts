import { expect, test } from 'vitest';
import { defaultPlans } from '../../../plans/testing.ts';
import { judgeGrant } from './grantEffect.ts';

const plans = defaultPlans();
const soon = '2026-12-10T00:00:00.000Z';
const paidTo = '2026-12-24T00:00:00.000Z';
const late = '2027-01-31T00:00:00.000Z';
const held = {
  status: 'active' as const,
  standing: 'running',
  cancelAtPeriodEnd: false,
  cancelAt: null,
  plan: 'pro',
  usable: true,
};
const has = (
  reason: 'active' | 'trialing' | 'canceled' | 'granted' | 'past_due_grace',
  endsAt: string | null = paidTo,
) => ({
  plan: 'pro',
  reason,
  endsAt,
});
const nothing = (reason: 'none' | 'refunded' | 'paused') => ({ plan: 'free', reason, endsAt: null });
const charged = [{ plan: 'pro', bill: 'charged' }];

test.each([
  ['nothing paid', nothing('none'), [], 'pro', late, 'raised', []],
  ['pays for a lower plan', has('active'), [held], 'enterprise', late, 'raised', charged],
  ['pays for the same plan', has('active'), [held], 'pro', late, 'none', charged],
  ['pays for a higher plan', has('active'), [held], 'starter', null, 'none', charged],
  [
    'tries the same plan',
    has('trialing'),
    [{ ...held, status: 'trialing' as const }],
    'pro',
    late,
    'none',
    [{ plan: 'pro', bill: 'trial' }],
  ],
  [
    'pays nothing for the next period',
    has('active'),
    [{ ...held, standing: 'paused' }],
    'pro',
    late,
    'none',
    [{ plan: 'pro', bill: 'uncollected' }],
  ],
  ['canceled, before the grant ends', has('active'), [{ ...held, cancelAtPeriodEnd: true }], 'pro', late, 'later', []],
  [
    'canceled at a date, and the grant has no end',
    has('active'),
    [{ ...held, cancelAt: new Date(paidTo) }],
    'pro',
    null,
    'later',
    [],
  ],
  ['canceled, after the grant ends', has('active'), [{ ...held, cancelAtPeriodEnd: true }], 'pro', soon, 'none', []],
  [
    'ended, with paid time left',
    has('canceled'),
    [{ ...held, status: 'canceled' as const }],
    'starter',
    late,
    'later',
    [],
  ],
  ['past due', has('past_due_grace'), [{ ...held, status: 'past_due' as const }], 'pro', late, 'later', charged],
  [
    'paused',
    nothing('paused'),
    [{ ...held, status: 'incomplete' as const, standing: 'paused' }],
    'pro',
    late,
    'raised',
    [],
  ],
  ['refunded, and charged again', nothing('refunded'), [held], 'pro', late, 'raised', charged],
  ['given before, for good', has('granted', null), [], 'pro', late, 'none', []],
  ['given before, beyond the paid period of what renews', has('granted', soon), [held], 'pro', late, 'none', charged],
  [
    'given before, over what was refunded',
    has('granted', soon),
    [{ ...held, usable: false }],
    'pro',
    late,
    'later',
    charged,
  ],
  ['given before, for less long', has('granted', soon), [], 'pro', late, 'later', []],
  [
    'given the same, while a lower plan is paid',
    has('granted', soon),
    [{ ...held, plan: 'starter' }],
    'pro',
    late,
    'later',
    [{ plan: 'starter', bill: 'charged' }],
  ],
] as const)('what a grant changes: %s', (...[, access, subscriptions, plan, until, change, goesOn]) => {
  const effect = judgeGrant(plans, { access, subscriptions }, { plan, until });
  expect(effect).toEqual({ access: change, had: { plan: access.plan, until: access.endsAt }, goesOn });
});
