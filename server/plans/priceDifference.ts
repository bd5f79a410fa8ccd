import type { Price } from '../adapters/adapter.ts';
import type { ProviderPrice } from '../database/generated/client.ts';
import { type Catalogue, paidPlan } from './catalogue.ts';
import { toDecimal } from './money.ts';

type StatedPrice = Pick<ProviderPrice, 'amount' | 'currency' | 'interval' | 'isThere'>;

/** Both like `9.90 usd month`. */
export interface PriceDifference {
  ours: string;
  theirs: string;
}

/** The displayed price; null: the plans file names no amount, so no price is displayed. */
export function shownAs(catalogue: Catalogue, { plan, interval }: Omit<Price, 'id'>): string | null {
  const shown = paidPlan(catalogue, plan)?.prices[interval];
  return shown ? `${toDecimal(shown)} ${shown.currency} ${interval}` : null;
}

/** What the provider charges for it. */
export function chargedAs({ amount, currency, interval, isThere }: StatedPrice): string {
  if (!isThere) return 'unknown there';
  const price =
    amount === null ? `no single amount${currency === null ? '' : ` ${currency}`}` : `${amount} ${currency}`;
  return `${price} ${interval ?? 'unknown interval'}`;
}

/** How the tax relates to the price. */
export function taxAs(taxIncluded: boolean | null): 'included' | 'on top' | 'unknown' {
  if (taxIncluded === null) return 'unknown';
  return taxIncluded ? 'included' : 'on top';
}

/** null: they agree, the provider was never asked, or nothing is displayed. */
export function differenceOf(
  catalogue: Catalogue,
  price: Price,
  said: StatedPrice | undefined,
): PriceDifference | null {
  const ours = shownAs(catalogue, price);
  const theirs = said && chargedAs(said);
  return ours === null || theirs === undefined || ours === theirs ? null : { ours, theirs };
}
