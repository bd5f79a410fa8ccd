import { currency, type Fields, first, integer, reader } from './read.ts';
import type { Remark } from './remarks.ts';

/** Money as providers send it: an integer count of the currency's minor unit, and its lower-case code. */
export interface Money {
  minorUnits: number;
  currency: string;
}

/** The total of the discounts, in minor units; undefined: no discount. */
export function discountMoney(data: Fields, minorUnits: unknown): Money | undefined {
  const [off, code] = [integer(minorUnits) ?? 0, currency(data.currency)];
  return off > 0 && code ? { minorUnits: off, currency: code } : undefined;
}

/** The first usable amount of the named fields, in minor units; undefined without a currency. */
export function moneyOf(data: Fields, names: readonly string[], warnings: Remark[]): Money | undefined {
  const read = reader(data, warnings);
  const minorUnits = first(...names.map((name) => read(name, integer)));
  const code = read('currency', currency);
  return minorUnits === undefined || code === undefined ? undefined : { minorUnits, currency: code };
}

/** What is taken off every bill, and until when in ISO 8601; null: nothing, and for ever. */
export interface Discounted {
  amountDiscounted: Money | null;
  discountUntil: string | null;
}

export const NOT_DISCOUNTED = { amountDiscounted: null, discountUntil: null } as const satisfies Discounted;

/** What every bill leaves out of the full price, until a time in ISO 8601; null: for ever, or nobody told. */
export function offEveryBill(amount: Money, full: number, discountUntil: string | null): Discounted {
  const minorUnits = full - amount.minorUnits;
  return minorUnits > 0 ? { amountDiscounted: { ...amount, minorUnits }, discountUntil } : NOT_DISCOUNTED;
}

interface DiscountTerms {
  discount: Fields;
  /** Without the discount, in minor units. */
  full: number;
  /** From when its months are counted, ISO 8601. */
  start: string | undefined;
}

/** An amount that holds a discount: a code for the first bill alone changes no later one. */
export function discounted(amount: Money, { discount, full, start }: DiscountTerms): Discounted & { amount: Money } {
  if (discount.duration === 'once' && full > amount.minorUnits)
    return { amount: { ...amount, minorUnits: full }, ...NOT_DISCOUNTED };
  return { amount, ...offEveryBill(amount, full, discountEnd(discount, start)) };
}

/** After so many months; null: never, or not that anybody told. */
function discountEnd({ duration, duration_in_months, durationInMonths }: Fields, start: string | undefined) {
  const months = integer(duration_in_months) ?? integer(durationInMonths);
  if (duration !== 'repeating' || !start || !months || months > 1_200) return null;
  const end = new Date(start);
  const month = end.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), month + 1, 0)).getUTCDate();
  end.setUTCMonth(month, Math.min(end.getUTCDate(), lastDay));
  return end.toISOString();
}
