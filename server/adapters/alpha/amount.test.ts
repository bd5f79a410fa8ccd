import { expect, test } from 'vitest';
import { amountOf } from './amount.ts';

const item = (price: object, quantity?: number) => ({
  price: { currency: 'usd', unit_amount: 990, ...price },
  quantity,
});
const amountIn = (currency: string, ...data: ReturnType<typeof item>[]) =>
  amountOf({ currency, items: { data } }, { item: data[0] ?? {}, warnings: [] });

test.each([
  ['up', 25, 2_970],
  ['down', 25, 1_980],
  ['up', undefined, 990],
])('packages of ten, rounded %s: of %s', (round, quantity, minorUnits) => {
  const price = { transform_quantity: { divide_by: 10, round } };
  expect(amountIn('usd', item(price, quantity)).amount).toEqual({ minorUnits, currency: 'usd' });
});

test('of a price that is billed in another of its currencies, the amount in its own is not told as the amount', () => {
  expect(amountIn('usd', item({})).amount).toEqual({ minorUnits: 990, currency: 'usd' });
  expect(amountIn('eur', item({}))).toMatchObject({ amountKnown: false, currency: 'eur' });
  expect(amountIn('eur', item({ currency: 'eur' }), item({})).amount).toBeUndefined();
});
