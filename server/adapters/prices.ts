import type { CheckoutInterval, Price } from './adapter.ts';

/** What is sold as a plan at this interval: the first of those that the settings name. Throws when they name none. */
export function priceFor(prices: readonly Price[], plan: string, interval: CheckoutInterval): string {
  const price = prices.find((candidate) => candidate.plan === plan && candidate.interval === interval);
  if (!price) throw new Error(`No price is set for plan ${plan} with interval ${interval}`);
  return price.id;
}

interface PlanSource {
  priceId: string | undefined;
  metadataPlan: string | undefined;
  warnings: string[];
}

/**
 * A subscription's plan: by its price; else metadata's, if the settings name a price of it; else `unknown`, with a
 * warning. Metadata is stale after an upgrade, so the price decides. undefined when the event says neither.
 */
export function planOf(prices: readonly Price[], source: PlanSource): string | undefined {
  const { priceId, metadataPlan, warnings } = source;
  const price = prices.find((candidate) => candidate.id === priceId);
  if (price) return price.plan;
  if (prices.some(({ plan }) => plan === metadataPlan)) return metadataPlan;
  if (priceId === undefined && metadataPlan === undefined) return undefined;
  warnings.push(`unknown plan: price ${priceId ?? '(none)'}, metadata ${metadataPlan ?? '(none)'}`);
  return 'unknown';
}
