import { expect, it } from 'vitest';
import { createFormat } from '../format.ts';
import { allDe, allEn } from '../text/testing.ts';
import { nextInWords } from './several.ts';
import { statedAt as at, statedNow as now, statedSubscription as stated } from './statement/sample.ts';

const planned = { kind: 'plan', plan: 'starter', interval: 'month', seats: 1, amount: '4.90', at: at(30) } as const;
const lapsed = { ...planned, lapsed: true };
const follows = { ...planned, lapsed: false };
const pause = { ...follows, kind: 'pause' } as const;
const dated = createFormat('en-US');

it.each([
  ['renews', {}, 'next charge $9.90 on Nov 30, 2026'],
  ['tax is added', { taxIncluded: false }, 'next charge $9.90 plus tax on Nov 30, 2026'],
  ['of an unknown sum', { amountKnown: false }, 'next charge on Nov 30, 2026'],
  ['in trial', { status: 'trialing', trialEnd: at(26) }, 'next charge $9.90 on Nov 26, 2026'],
  ['another plan follows', { scheduledChange: follows }, 'next charge $4.90 on Nov 30, 2026'],
  ['it does not follow any more', { scheduledChange: lapsed }, 'next charge $9.90 on Nov 30, 2026'],
  ['past due', { status: 'past_due' }, '$9.90 is due now'],
  ['past due, and another plan follows', { status: 'past_due', scheduledChange: follows }, '$9.90 is due now'],
  [
    'its discount is over by then',
    { amountDiscounted: '2.50', discountUntil: at(29) },
    'next charge $12.40 on Nov 30, 2026',
  ],
  ['not renewed yet', { currentPeriodEnd: at(20) }, '$9.90 was to be charged on Nov 20, 2026'],
  ['paused', { paused: true, status: 'incomplete' }, 'paused, nothing is charged for it'],
  ['a pause follows', { scheduledChange: pause }, 'pauses on Nov 30, 2026, nothing is charged for it then'],
  ['nothing is collected', { collectionPaused: true }, 'renews on Nov 30, 2026, nothing is charged for it then'],
  ['set to end', { cancelAtPeriodEnd: true }, 'ends on Nov 30, 2026, nothing more is charged for it'],
  ['set to end after a renewal', { cancelAt: at(48) }, 'next charge $9.90 on Nov 30, 2026, ends on Dec 18, 2026'],
] as const)('of several: %s', (_name, changes, expected) => {
  expect(nextInWords(stated(changes), { copy: allEn, format: dated, now })).toBe(expected);
});

it('says a sum in German in the plural', () => {
  const words = { copy: allDe, format: createFormat('de-DE'), now };
  expect(nextInWords(stated({ status: 'past_due' }), words)).toMatch(/^9,90\s\$ sind jetzt fällig$/);
});
