import type { Format } from '../format.ts';
import type { FirstCopy } from '../text/en.ts';
import type { PointMoney } from './statement/points.ts';

/** A price as it is shown, which says so if tax comes on top. `taxIncluded` null: there is none, or nobody says. */
export function withTax(price: string, taxIncluded: boolean | null, { plans }: Pick<FirstCopy, 'plans'>): string {
  return taxIncluded === false ? plans.plusTax(price) : price;
}

/** A sum of its own currency as it is shown, with tax said as `withTax` does, and "about" where it is not final. */
export function sumOf(
  { amount, currency, taxIncluded, about }: PointMoney,
  copy: Pick<FirstCopy, 'plans' | 'line'>,
  format: Pick<Format, 'money'>,
): string {
  const sum = withTax(format.money(amount, currency), taxIncluded, copy);
  return about ? copy.line.about(sum) : sum;
}
