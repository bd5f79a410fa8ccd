import type { Money } from '../adapters/adapter.ts';

const ZERO_DECIMAL = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));
const THREE_DECIMAL = new Set('bhd jod kwd omr tnd'.split(' '));

/** Decimals of a currency's minor unit as payment providers count it (lower-case ISO 4217 code). */
export function scaleOf(currency: string): 0 | 2 | 3 {
  if (ZERO_DECIMAL.has(currency)) return 0;
  return THREE_DECIMAL.has(currency) ? 3 : 2;
}

/** Converts minor units to a decimal string of the currency's scale: 990 USD `9.90`, 990 JPY `990`, 990 KWD `0.990`. */
export function toDecimal({ minorUnits, currency }: Money): string {
  const scale = scaleOf(currency);
  const digits = String(Math.abs(minorUnits)).padStart(scale + 1, '0');
  const sign = minorUnits < 0 ? '-' : '';
  if (scale === 0) return sign + digits;
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/**
 * Converts a decimal string to minor units: `9.90` USD 990, `9.9` USD 990, `990` JPY 990; undefined: finer than the
 * currency.
 */
export function toMinorUnits(decimal: string | undefined, currency: string): number | undefined {
  const [whole, fraction = ''] = decimal?.split('.') ?? [];
  const scale = scaleOf(currency);
  if (whole === undefined || fraction.length > scale) return undefined;
  return Number(whole + fraction.padEnd(scale, '0'));
}
