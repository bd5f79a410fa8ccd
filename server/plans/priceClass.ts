import type { Price } from '../adapters/adapter.ts';
import type { ProviderPrice } from '../database/generated/client.ts';
import { type Catalogue, paidPlan } from './catalogue.ts';

/** The provider's answer about a price, and the plan that the price belongs to. */
export type StoredPrice = Omit<ProviderPrice, 'askedAt'>;

/**
 * Whose price it is. `ours`: listed, or learnt by its product or lookup key. `ignored`: of another product of the
 * company, by this id of `<P>_PRICE_IGNORE`. `unclassified`: it blocks a second sale, and grants by the policy.
 */
export type PriceClass = { class: 'ours'; plan: string } | { class: 'ignored'; by: string } | { class: 'unclassified' };

/** What is known about one provider's prices. */
export interface PriceRules {
  plans: Catalogue;
  listed: readonly Price[];
  /** Ids of prices or products. */
  ignored: readonly string[];
  stored: readonly StoredPrice[];
}

/** A function of the id alone, so that the order of events can't matter. `product`: if nobody asked for the price yet. */
export function classifyPrice(rules: PriceRules, id: string, product?: string): PriceClass {
  const { plans, listed, ignored, stored } = rules;
  const own = listed.find((price) => price.id === id);
  if (own) return { class: 'ours', plan: own.plan };
  const answer = stored.find((row) => row.id === id);
  const by = ignored.find((each) => each === id || each === (answer?.product ?? product));
  if (by !== undefined) return { class: 'ignored', by };
  const plan = answer && learntPlan(answer, rules);
  return plan !== undefined && paidPlan(plans, plan) ? { class: 'ours', plan } : { class: 'unclassified' };
}

/**
 * The stored plan; otherwise the listed plan that its product or lookup key names, or whose prices all belong to its
 * product.
 */
function learntPlan(row: StoredPrice, { listed, stored }: PriceRules): string | undefined {
  if (row.plan !== null) return row.plan;
  const named = listed.find(({ id }) => id === row.product || id === row.lookupKey)?.plan;
  if (named !== undefined || row.product === null) return named;
  const siblings = stored.filter(({ product }) => product === row.product).map(({ id }) => id);
  const plans = new Set(listed.filter(({ id }) => siblings.includes(id)).map(({ plan }) => plan));
  return plans.size === 1 ? [...plans][0] : undefined;
}
