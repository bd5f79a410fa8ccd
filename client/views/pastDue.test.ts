import { expect, it } from 'vitest';
import { pastDueOf } from './pastDue.ts';

const until = '2026-11-28T09:00:00.000Z';
const kept = { usable: true, reason: 'past_due_grace', until, failedAt: null } as const;
const expired = { usable: false, reason: 'past_due_expired', until: null, failedAt: null } as const;

it.each([
  ['its only plan, in grace', kept, 'pro', {}, { kind: 'kept', until, beside: false }],
  ['another subscription runs', kept, 'pro', { others: [{} as never] }, { kind: 'kept', until, beside: true }],
  ['the same plan was given besides', kept, 'pro', { kept: true }, { kind: 'kept', until, beside: true }],
  ['a dearer plan is had', kept, 'enterprise', {}, { kind: 'kept', until, beside: true }],
  ['a dearer plan is had, grace over', expired, 'enterprise', {}, { kind: 'other', used: 'enterprise' }],
  ['the same plan is had otherwise', expired, 'pro', {}, { kind: 'other', used: 'pro' }],
  ['nothing else', expired, 'free', {}, { kind: 'lost' }],
] as const)('a past-due subscription to Pro: %s', (...[, use, plan, more, expected]) => {
  const paid = { plan: 'pro', interval: 'month', amount: '9.90' };
  expect(pastDueOf({ paid, use }, { access: { plan }, beside: { others: [], kept: false, ...more } })).toEqual(
    expected,
  );
});
