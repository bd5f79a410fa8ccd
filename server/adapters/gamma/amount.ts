import { type Money, moneyOf } from '../money.ts';
import { type Fields, integer, reader } from '../read.ts';

/** Polar names amounts without their tax, and the tax beside them. */
export function withTax(data: Fields, names: { amount: string; tax: string }, warnings: string[]): Money | undefined {
  const net = moneyOf(data, [names.amount], warnings);
  const tax = reader(data, warnings)(names.tax, integer) ?? 0;
  return net && { ...net, minorUnits: net.minorUnits + tax };
}
