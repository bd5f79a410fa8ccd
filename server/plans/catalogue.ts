import { type CheckoutInterval, checkoutIntervals, type Money } from '../adapters/adapter.ts';
import { type AccessPolicy, completePolicy } from './accessPolicy.ts';
import { toMinorUnits } from './money.ts';
import { FREE_PLAN, type PlanFile } from './planFile.ts';

export interface Plan extends Omit<PlanFile['plans'][string], 'prices'> {
  name: string;
  prices: Partial<Record<CheckoutInterval, Money>>;
  /** It is not in the file any more, and its payers keep its last definition. */
  hasLeft?: true;
}

/** The parsed plans file, with lookups. */
export interface Catalogue extends Omit<PlanFile, 'plans' | 'access'> {
  access: AccessPolicy;
  /** The path it was read from. */
  file: string;
  /** Lowest rank first, including plans that are no longer sold. */
  plans: readonly Plan[];
}

export function toCatalogue({ plans, access, ...rest }: PlanFile, file: string): Catalogue {
  const all = Object.entries(plans).map(([name, entry]) => ({
    ...entry,
    name,
    prices: pricesIn(entry.prices, rest.currency),
  }));
  return { ...rest, file, access: completePolicy(access), plans: all.sort((a, b) => a.rank - b.rank) };
}

function pricesIn(amounts: PlanFile['plans'][string]['prices'], currency: string): Plan['prices'] {
  const prices: Plan['prices'] = {};
  for (const interval of checkoutIntervals) {
    const minorUnits = toMinorUnits(amounts[interval], currency);
    if (minorUnits !== undefined) prices[interval] = { minorUnits, currency };
  }
  return prices;
}

/** Paid plans, whether or not they are still sold. */
export function paidPlans({ plans }: Catalogue): Plan[] {
  return plans.filter(({ name }) => name !== FREE_PLAN);
}

/** The plans that checkout accepts. */
export function soldPlans(catalogue: Catalogue): Plan[] {
  return paidPlans(catalogue).filter(({ sold }) => sold);
}

export function isSold(catalogue: Catalogue, plan: string): boolean {
  return soldPlans(catalogue).some(({ name }) => name === plan);
}

/** All plans, including `free`. */
export function planNamed({ plans }: Catalogue, name: string): Plan | undefined {
  return plans.find((plan) => plan.name === name);
}

/** What a record's plan grants; undefined: nothing, because it is `free` or not in the file. */
export function paidPlan(catalogue: Catalogue, plan: string): Plan | undefined {
  return paidPlans(catalogue).find(({ name }) => name === plan);
}

/** The nearest number of seats that the plan is sold with. */
export function seatsWithin({ seats }: Plan, quantity: number): number {
  const most = seats.max === 'unlimited' ? quantity : Math.min(seats.max, quantity);
  return Math.max(seats.min, most);
}

/** null: any number, or the plan is not in the file. */
export function mostSeats(plan: Plan | undefined): number | null {
  const most = plan?.seats.max;
  return most === undefined || most === 'unlimited' ? null : most;
}

/** The default plan for examples: the popular one, else the first that is sold. */
export function typicalPlan(catalogue: Catalogue): Plan {
  const sold = soldPlans(catalogue);
  const plan = sold.find(({ popular }) => popular) ?? sold[0];
  if (!plan) throw new Error(`${catalogue.file} sells no plan`);
  return plan;
}

/** A plan's price in the file. Throws if there is none. */
export function shownPrice({ name, prices }: Plan, interval: CheckoutInterval): Money {
  const price = prices[interval];
  if (!price) throw new Error(`The plans file has no ${interval} price of ${name}`);
  return price;
}

/** A plan's definition as it is stored, so that it outlives the file. */
export interface PlanDefinition {
  plan: Plan;
  /** The texts of its features. */
  features: Catalogue['features'];
}

/** The paid plans of the file. */
export function planDefinitions(catalogue: Catalogue): PlanDefinition[] {
  return paidPlans(catalogue)
    .filter(({ hasLeft }) => !hasLeft)
    .map((plan) => {
      const texts = Object.entries(catalogue.features).filter(([name]) => name in plan.features);
      return { plan, features: Object.fromEntries(texts) };
    });
}

/** Adds, in place, the plans that are not in the file: they are no longer sold, and known by all else. */
export function addLeftPlans(catalogue: Catalogue, definitions: readonly PlanDefinition[]): void {
  const left = definitions.filter(({ plan }) => !planNamed(catalogue, plan.name));
  const plans = left.map(({ plan }): Plan => ({ ...plan, sold: false, popular: false, hasLeft: true }));
  const all = [...catalogue.plans, ...plans].sort((a, b) => a.rank - b.rank);
  Object.assign(catalogue, {
    plans: all,
    features: Object.assign({}, ...left.map(({ features }) => features), catalogue.features),
  });
}

/** The names of the plans that are not in the file any more. */
export function leftPlans(catalogue: Catalogue): string[] {
  return catalogue.plans.filter(({ hasLeft }) => hasLeft).map(({ name }) => name);
}
