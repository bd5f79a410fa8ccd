import { expect, test } from 'vitest';
import { purchasablePlans } from '../../adapters/adapter.ts';
import { toDecimal } from './money.ts';
import { CURRENCY, catalogue, isPurchasable, yearlySaving } from './plans.ts';

test.each([
  ['starter', { month: '4.90', year: '49.00', trialDays: 7, seats: 'one' }],
  ['pro', { month: '9.90', year: '99.00', trialDays: 14, seats: 'one' }],
  ['enterprise', { month: '99.90', year: '999.00', trialDays: 30, seats: 'unlimited' }],
] as const)('%s', (plan, expected) => {
  const { prices, trialDays, seats } = catalogue[plan];
  const decimal = (minorUnits: number) => toDecimal({ minorUnits, currency: CURRENCY });
  expect({ month: decimal(prices.month), year: decimal(prices.year), trialDays, seats }).toEqual(expected);
});

test.each(purchasablePlans)('%s saves 17 percent by the year', (plan) => {
  expect(yearlySaving(catalogue[plan].prices)).toBe(17);
});

test.each([
  ['starter', true],
  ['pro', true],
  ['enterprise', true],
  ['free', false],
  ['', false],
  ['PRO', false],
  ['constructor', false],
])('can %j be bought: %s', (plan, expected) => {
  expect(isPurchasable(plan)).toBe(expected);
});

test('pro has the five features of the specification, enterprise its eight', () => {
  expect([catalogue.pro.features.length, catalogue.enterprise.features.length]).toEqual([5, 8]);
});
