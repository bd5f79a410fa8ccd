import { expect, it } from 'vitest';
import { add, isZero, subtract, zeroLike } from './decimals.ts';

it.each([
  ['0.10', '0.20', '0.30', '-0.10'],
  ['9.90', '9.90', '19.80', '0.00'],
  ['990', '10', '1000', '980'],
  ['0.990', '0.011', '1.001', '0.979'],
  ['9007199254740993.01', '0.01', '9007199254740993.02', '9007199254740993.00'],
  ['1', '0.5', '1.5', '0.5'],
  ['-0.05', '0.10', '0.05', '-0.15'],
])('%s and %s', (a, b, ...expected) => {
  expect([add(a, b), subtract(a, b)]).toEqual(expected);
});

it('knows nothing in every currency', () => {
  expect([zeroLike('9.90'), zeroLike('990'), zeroLike('0.990')]).toEqual(['0.00', '0', '0.000']);
  expect([isZero('0.00'), isZero('0'), isZero('0.01')]).toEqual([true, true, false]);
});
