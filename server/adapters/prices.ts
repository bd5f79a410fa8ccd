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
 * A subscription's plan: by its price; else metadata's, which `withKnownPlans` judges; else `unknown`, with a warning.
 * Metadata is stale after an upgrade, so the price decides. undefined when the event says neither.
 */
export function planOf(prices: readonly Price[], { priceId, metadataPlan, warnings }: PlanSource): string | undefined {
  const price = prices.find((candidate) => candidate.id === priceId);
  if (price) return price.plan;
  if (priceId === undefined || metadataPlan !== undefined) return metadataPlan;
  warnings.push(`unknown plan: price ${priceId}, metadata (none)`);
  return 'unknown';
}
