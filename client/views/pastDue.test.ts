import { expect, it } from 'vitest';
import { pastDueOf } from './pastDue.ts';

const until = '2026-11-28T09:00:00.000Z';
const kept = { usable: true, reason: 'past_due_grace', until, failedAt: null } as const;
const expired = { usable: false, reason: 'past_due_expired', until: null, failedAt: null } as const;

it.each([
  ['its only plan, in grace', kept, 'pro', 0, { kind: 'kept', until, beside: false }],
  ['another subscription runs', kept, 'pro', 1, { kind: 'kept', until, beside: true }],
  ['a dearer plan is had', kept, 'enterprise', 0, { kind: 'kept', until, beside: true }],
  ['a dearer plan is had, grace over', expired, 'enterprise', 1, { kind: 'other', used: 'enterprise' }],
  ['the same plan is had otherwise', expired, 'pro', 1, { kind: 'other', used: 'pro' }],
  ['nothing else', expired, 'free', 0, { kind: 'lost' }],
] as const)('a past-due subscription to Pro: %s', (...[, use, plan, others, expected]) => {
  const paid = { plan: 'pro', interval: 'month', amount: '9.90' };
  expect(pastDueOf({ paid, use }, { access: { plan }, others })).toEqual(expected);
});
