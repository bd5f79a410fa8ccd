import { currency, type Fields, first, integer, reader } from './read.ts';

/** Money as providers send it: an integer count of the currency's minor unit, and its lower-case code. */
export interface Money {
  minorUnits: number;
  currency: string;
}

/** What discounts took off, in minor units; undefined: nothing. */
export function discountMoney(data: Fields, minorUnits: unknown): Money | undefined {
  const [off, code] = [integer(minorUnits) ?? 0, currency(data.currency)];
  return off > 0 && code ? { minorUnits: off, currency: code } : undefined;
}

/** The first usable amount of the named fields, in minor units; undefined without a currency. */
export function moneyOf(data: Fields, names: readonly string[], warnings: string[]): Money | undefined {
  const read = reader(data, warnings);
  const minorUnits = first(...names.map((name) => read(name, integer)));
  const code = read('currency', currency);
  return minorUnits === undefined || code === undefined ? undefined : { minorUnits, currency: code };
}
