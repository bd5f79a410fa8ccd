import { expect, it } from 'vitest';
import { requestsDe } from '../text/requests.de.ts';
import { requestsEn } from '../text/requests.en.ts';
import { afterwards, chargeAfter } from './linkedCharge.ts';

const paid = { due: false };
const owed = { due: true };

it.each([
  [[paid], 'Nothing more is charged.'],
  [[], 'Nothing more is charged.'],
  [[owed], 'A payment for it is already due, and is still asked for.'],
  [[paid, owed], 'A payment is already due, and is still asked for.'],
] as const)('of what ends by a link %j: %s', (plans, said) => {
  expect(chargeAfter(plans, requestsEn.link)).toBe(said);
});

it.each([
  ['confirmed', ['one'], /^The payment provider does not answer/],
  ['done', ['one'], /^We email the confirmation to ada@example\.com\. Changed your mind\? Sign in and resume it/],
  ['done', [], /^We email the confirmation to ada@example\.com\.$/],
] as const)('after the link (%s, still there: %j)', (state, left, said) => {
  const plans = left.map((id) => ({ id }));
  expect(afterwards({ state, email: 'ada@example.com', plans, chosen: ['one'] }, requestsEn.link)).toMatch(said);
});

it('says it in German', () => {
  expect(chargeAfter([owed], requestsDe.link)).toBe(
    'Eine Zahlung dafür ist bereits fällig und wird weiter eingezogen.',
  );
});
