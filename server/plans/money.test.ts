import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scaleOf, toDecimal } from './money.ts';

describe('toDecimal', () => {
  it.each([
    [990, 'usd', '9.90'],
    [990, 'jpy', '990'],
    [990, 'kwd', '0.990'],
    [0, 'usd', '0.00'],
    [0, 'jpy', '0'],
    [5, 'eur', '0.05'],
    [-1250, 'usd', '-12.50'],
    [-7, 'bhd', '-0.007'],
    [100, 'ugx', '1.00'],
    [100, 'isk', '1.00'],
    [Number.MAX_SAFE_INTEGER, 'usd', '90071992547409.91'],
  ])('%i %s is %s', (minorUnits, currency, decimal) => {
    expect(toDecimal({ minorUnits, currency })).toBe(decimal);
  });

  it('round-trips every amount in every currency', () => {
    const seed = Date.now();
    console.info(`money seed ${seed}`);
    const currency = fc.constantFrom('usd', 'jpy', 'kwd', 'eur', 'krw', 'tnd');
    fc.assert(
      fc.property(fc.maxSafeInteger(), currency, (minorUnits, code) => {
        const decimal = toDecimal({ minorUnits, currency: code });
        expect(BigInt(decimal.replace('.', ''))).toBe(BigInt(minorUnits));
        expect((decimal.split('.')[1] ?? '').length).toBe(scaleOf(code));
      }),
      { seed },
    );
  });
});
