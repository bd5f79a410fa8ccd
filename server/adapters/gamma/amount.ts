import type { Money } from '../adapter.ts';
import { currency, type Fields, first, integer, reader } from '../read.ts';

/** The first usable amount of the named fields, in minor units; undefined without a currency. */
export function moneyOf(data: Fields, names: readonly string[], warnings: string[]): Money | undefined {
  const read = reader(data, warnings);
  const minorUnits = first(...names.map((name) => read(name, integer)));
  const code = read('currency', currency);
  return minorUnits === undefined || code === undefined ? undefined : { minorUnits, currency: code };
}
