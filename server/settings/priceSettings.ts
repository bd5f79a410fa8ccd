import { checkoutIntervals, type Price } from '../adapters/adapter.ts';
import { type Catalogue, paidPlans } from '../plans/catalogue.ts';
import type { Environment } from './environment.ts';
import { words } from './schema/words.ts';

interface Source {
  environment: Environment;
  /** The prefix of the provider's settings, such as `ALPHA_`. */
  prefix: string;
  problems: string[];
}

/**
 * The price ids of every plan in the plans file. An id for any other plan is a mistake that would otherwise go
 * unnoticed.
 */
export function readPrices(plans: Catalogue, { environment, prefix, problems }: Source): Price[] {
  const nameOf = (plan: string, interval: string) => `${prefix}PRICE_${plan}_${interval}`.toUpperCase();
  const offers = paidPlans(plans).flatMap(({ name: plan }) =>
    checkoutIntervals.map((interval) => ({ plan, interval })),
  );
  const names = new Set([`${prefix}PRICE_IGNORE`, ...offers.map(({ plan, interval }) => nameOf(plan, interval))]);
  for (const [name, value] of Object.entries(environment)) {
    if (!name.startsWith(`${prefix}PRICE_`) || names.has(name) || !value?.trim()) continue;
    problems.push(`${name}: has no known plan, or no interval (MONTH, YEAR, ONE_TIME)`);
  }
  return offers.flatMap(({ plan, interval }) =>
    words(environment[nameOf(plan, interval)] ?? '').map((id) => ({ id, plan, interval })),
  );
}
