import type { AccountDefaults, CheckoutInterval, PriceOptions } from './calls.ts';
import type { Fields } from './read.ts';
import type { Remark } from './remarks.ts';

/** A provider's price (or product) id for one plan and interval. The first is sold; the others were sold earlier. */
export interface Price {
  id: string;
  plan: string;
  interval: CheckoutInterval;
}

/**
 * A price with a known plan, whether or not it is listed; `interval` as subscriptions have it. Lists of them have the
 * lowest plan first.
 */
export interface KnownPrice {
  id: string;
  plan: string;
  interval?: string;
}

/** The provider's own present view of a price, or of the product that it is the price of. */
export interface ProviderPrice {
  id: string;
  /** What it is a price of; null: the id is the product's own. */
  product: string | null;
  /** The name that the company gave it for lists such as ours. */
  lookupKey: string | null;
  /** Of one seat; null: there is no single amount (tiers, or as much as the buyer likes). */
  minorUnits: number | null;
  currency: string | null;
  /** `month`, `year`, `one_time`, or with a count such as `3_month`; null: it does not say. */
  interval: string | null;
  /** Several of it can be bought at once; null: it does not say. */
  perSeat: boolean | null;
  /** false: the provider adds the tax to it; null: there is no tax, or the provider does not say. */
  taxIncluded: boolean | null;
}

export interface PriceCalls {
  /** A price or product that checkouts sell; null: the provider doesn't know it. */
  fetchPrice(id: string, options?: PriceOptions): Promise<ProviderPrice | null>;
}

/** The account's tax settings: those that the run knows, or else fetched. A failed call leaves them unknown. */
export async function taxDefaults(defaults: AccountDefaults = {}, fetch: () => Promise<Fields>): Promise<Fields> {
  defaults.tax ??= await fetch();
  return defaults.tax;
}

/** What is sold as a plan at this interval: the first of those that the settings name. Throws when they name none. */
export function priceFor(prices: readonly Price[], plan: string, interval: CheckoutInterval): string {
  const price = prices.find((candidate) => candidate.plan === plan && candidate.interval === interval);
  if (!price) throw new Error(`No price is set for plan ${plan} with interval ${interval}`);
  return price.id;
}

/** The plan that a payment was for; undefined: unknown. */
export function planSold(prices: readonly KnownPrice[], priceId: string | undefined): string | undefined {
  return prices.find(({ id }) => id === priceId)?.plan;
}

interface PlanSource {
  priceId: string | undefined;
  metadataPlan: string | undefined;
  warnings: Remark[];
}

/**
 * A subscription's plan: a function of its price id alone; `unknown`, with a warning, if the price is unknown. Metadata
 * is outdated after an upgrade, so it counts only if the event names no price, and `withKnownPlans` checks it.
 * undefined if the event names neither.
 */
export function planOf(
  prices: readonly KnownPrice[],
  { priceId, metadataPlan, warnings }: PlanSource,
): string | undefined {
  if (priceId === undefined) return metadataPlan;
  const plan = planSold(prices, priceId);
  if (plan === undefined) warnings.push(`unknown plan: price ${priceId}`);
  return plan ?? 'unknown';
}

interface Items {
  /** The price ids of a subscription's items. */
  ids: readonly (string | undefined)[];
  warnings: Remark[];
}

/** The highest of several plans in one subscription counts, and the ledger notes the others. */
export function warnOfPlans(prices: readonly KnownPrice[], { ids, warnings }: Items): void {
  const plans = [...new Set(prices.filter(({ id }) => ids.includes(id)).map(({ plan }) => plan))];
  if (plans.length > 1) warnings.push(`several plans: ${plans.join(', ')} (the highest counts)`);
}
