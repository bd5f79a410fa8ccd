import { expect, test } from 'vitest';
import { amountOf } from './amount.ts';

const usd = (minorUnits: number) => ({ minorUnits, currency: 'usd' });
/** Prices in the form in which Polar's subscriptions have them. */
const price = (price_amount: number, more: object = {}) => ({
  amount_type: 'fixed',
  price_currency: 'usd',
  tax_behavior: null,
  type: 'recurring',
  price_amount,
  ...more,
});
const subscription = {
  amount: 1_520,
  currency: 'usd',
  seats: null,
  started_at: '2026-10-31T00:00:00Z',
  discount_id: '5b1a4c6e-0a64-4b0b-9d0c-1a2b3c4d5e6f',
  discount: { type: 'percentage', basis_points: 2_000, duration: 'forever', code: 'FIFTH' },
  prices: [price(1_900)],
};
const NONE = { amountDiscounted: null, discountUntil: null };

test.each([
  ['without an end', {}, { amountDiscounted: usd(380), discountUntil: null }],
  [
    'of some months: the last day of a shorter month',
    { discount: { ...subscription.discount, duration: 'repeating', duration_in_months: 4 } },
    { amountDiscounted: usd(380), discountUntil: '2027-02-28T00:00:00.000Z' },
  ],
  ['of several seats', { amount: 5_700, seats: 5, prices: [price(1_900)] }, { amountDiscounted: usd(3_800) }],
  [
    'of several seats, by a price for each',
    {
      amount: 7_600,
      seats: 5,
      prices: [{ amount_type: 'seat_based', seat_tiers: { tiers: [{ price_per_seat: 1_900 }] } }],
    },
    { amount: usd(7_600), amountDiscounted: usd(1_900) },
  ],
  ['that has run out', { amount: 1_900 }, { amount: usd(1_900), ...NONE }],
  ['that is none', { discount: null, discount_id: null }, { amount: usd(1_520), ...NONE }],
  ['of prices that are no fixed ones', { prices: [{ amount_type: 'metered_unit' }] }, { amount: usd(1_520), ...NONE }],
  [
    'of the first bill alone',
    { discount: { ...subscription.discount, duration: 'once' } },
    { amount: usd(1_900), ...NONE },
  ],
])('a discount %s', (_, changes, expected) => {
  expect(amountOf({ ...subscription, ...changes }, [])).toMatchObject(expected);
});

test.each([
  ['on top', 'exclusive', false],
  ['inside', 'inclusive', true],
  ['wherever the buyer lives', 'location', null],
])('tax is %s', (_, tax_behavior, taxIncluded) => {
  expect(amountOf({ ...subscription, prices: [price(1_900, { tax_behavior })] }, []).taxIncluded).toBe(taxIncluded);
});

test('an event without an amount leaves it unknown', () => {
  expect(amountOf({ prices: [price(1_900)] }, [])).toEqual({});
});
