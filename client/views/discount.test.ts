import { expect, test } from 'vitest';
import { discountOf } from './discount.ts';

const subscription = {
  amount: '9.00',
  amountKnown: true,
  amountDiscounted: '3.00',
  discountUntil: '2027-02-01T00:00:00.000Z',
  status: 'active' as const,
  paid: { plan: 'pro', interval: 'month', amount: null },
};

test('returns the discounted and the regular price and the end of the discount', () => {
  const until = subscription.discountUntil;
  expect(discountOf(subscription)).toEqual({ amount: '9.00', regular: '12.00', until, isLast: false });
  expect(discountOf({ ...subscription, discountUntil: null })?.until).toBeNull();
});

test("returns the last invoice's discount when the amount is unknown", () => {
  expect(discountOf({ ...subscription, amountKnown: false, discountUntil: null })?.isLast).toBe(true);
});

test.each([
  ['19.99', '0.01', '20.00'],
  ['990', '110', '1100'],
  ['0.990', '0.110', '1.100'],
  ['0.00', '4.90', '4.90'],
])('adds the price %s and the discount %s to the regular price %s', (amount, amountDiscounted, regular) => {
  expect(discountOf({ ...subscription, amount, amountDiscounted })?.regular).toBe(regular);
});

test.each([
  ['without a discount', { amountDiscounted: null }],
  ['with the price of the next plan', { paid: { plan: 'pro', interval: 'month', amount: '99.90' } }],
  ['that has ended', { status: 'canceled' as const }],
])('returns no discount for a subscription %s', (_, changes) => {
  expect(discountOf({ ...subscription, ...changes })).toBeNull();
});
