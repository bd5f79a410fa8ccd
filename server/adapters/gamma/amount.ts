import type { SubscriptionResult } from '../adapter.ts';
import { discounted, type Money, moneyOf } from '../money.ts';
import { type Fields, fields, fromIso, integer, isFields, list, reader } from '../read.ts';
import type { Remark } from '../remarks.ts';

/** Polar's amounts are without tax, with the tax in a separate field. */
export function withTax(data: Fields, names: { amount: string; tax: string }, warnings: Remark[]): Money | undefined {
  const net = moneyOf(data, [names.amount], warnings);
  const tax = reader(data, warnings)(names.tax, integer) ?? 0;
  return net && { ...net, minorUnits: net.minorUnits + tax };
}

type Amount = Pick<SubscriptionResult, 'amount' | 'amountDiscounted' | 'discountUntil' | 'taxIncluded'>;

/** Polar's amount is the prices minus the discount; a code for the first invoice only does not change later ones. */
export function amountOf(data: Fields, warnings: Remark[]): Amount {
  const amount = moneyOf(data, ['amount'], warnings);
  if (!amount) return {};
  const full = (isFields(data.discount) ? fullOf(data) : undefined) ?? amount.minorUnits;
  const terms = { discount: fields(data.discount), full, start: fromIso(data.started_at) };
  return { ...discounted(amount, terms), taxIncluded: taxIncludedIn(list(data.prices)) };
}

/** Without discounts; undefined: a price isn't a fixed one. */
function fullOf(data: Fields): number | undefined {
  const seats = integer(data.seats) ?? integer(data.units) ?? 1;
  const amounts = list(data.prices)
    .map(fields)
    .map((price) => integer(price.price_amount) ?? perSeatIn(price));
  const total = amounts.reduce<number>((sum, amount) => sum + (amount ?? Number.NaN), 0);
  return amounts.length > 0 ? integer(total * seats) : undefined;
}

/** What a seat costs; undefined: it has no price by seats, or tiers. */
export function perSeatIn({ seat_tiers }: Fields): number | undefined {
  const tiers = list(fields(seat_tiers).tiers).map(fields);
  return tiers.length === 1 ? integer(tiers[0]?.price_per_seat) : undefined;
}

/** null: as the organization has it, or by the buyer's location. */
export function taxIncludedIn(prices: readonly unknown[]): boolean | null {
  const behaviours = prices.map((price) => fields(price).tax_behavior);
  if (behaviours.includes('exclusive')) return false;
  return behaviours.includes('inclusive') ? true : null;
}
