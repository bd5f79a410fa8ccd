import { type CheckoutInterval, type Price, type PurchasablePlan, purchasablePlans } from './adapter.ts';

/** The identifier of a plan's price at this interval. Throws when the settings name none. */
export function priceFor(prices: readonly Price[], plan: PurchasablePlan, interval: CheckoutInterval): string {
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
 * A subscription's plan: by its price; else metadata's; else `unknown`, with a warning. Metadata is stale after
 * an upgrade, so the price decides. undefined when the event says neither.
 */
export function planOf(prices: readonly Price[], source: PlanSource): string | undefined {
  const { priceId, metadataPlan, warnings } = source;
  const price = prices.find((candidate) => candidate.id === priceId);
  if (price) return price.plan;
  const named = purchasablePlans.find((plan) => plan === metadataPlan);
  if (named) return named;
  if (priceId === undefined && metadataPlan === undefined) return undefined;
  warnings.push(`unknown plan: price ${priceId ?? '(none)'}, metadata ${metadataPlan ?? '(none)'}`);
  return 'unknown';
}
