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

test('a discount says what is paid instead of what, and until when', () => {
  const until = subscription.discountUntil;
  expect(discountOf(subscription)).toEqual({ amount: '9.00', regular: '12.00', until, isLast: false });
  expect(discountOf({ ...subscription, discountUntil: null })?.until).toBeNull();
});

test("where the amount is not known, the discount is the last bill's", () => {
  expect(discountOf({ ...subscription, amountKnown: false, discountUntil: null })?.isLast).toBe(true);
});

test.each([
  ['19.99', '0.01', '20.00'],
  ['990', '110', '1100'],
  ['0.990', '0.110', '1.100'],
  ['0.00', '4.90', '4.90'],
])('%s and %s are %s', (amount, amountDiscounted, regular) => {
  expect(discountOf({ ...subscription, amount, amountDiscounted })?.regular).toBe(regular);
});

test.each([
  ['no discount', { amountDiscounted: null }],
  ['the price of what follows', { paid: { plan: 'pro', interval: 'month', amount: '99.90' } }],
  ['a subscription that ended', { status: 'canceled' as const }],
])('%s shows none', (_, changes) => {
  expect(discountOf({ ...subscription, ...changes })).toBeNull();
});
