import { expect, it } from 'vitest';
import { requestsDe } from '../text/requests.de.ts';
import { requestsEn } from '../text/requests.en.ts';
import { chargeAfter } from './linkedCharge.ts';

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

it('says it in German', () => {
  expect(chargeAfter([owed], requestsDe.link)).toBe(
    'Eine Zahlung dafür ist bereits fällig und wird weiter eingezogen.',
  );
});
