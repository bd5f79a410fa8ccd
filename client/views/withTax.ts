import type { FirstCopy } from '../text/en.ts';

/** A price as it is shown, which says so if tax comes on top. `taxIncluded` null: there is none, or nobody says. */
export function withTax(price: string, taxIncluded: boolean | null, { plans }: FirstCopy): string {
  return taxIncluded === false ? plans.plusTax(price) : price;
}
