import { checkoutIntervals } from '../adapters/adapter.ts';
import { type Catalogue, type Plan, paidPlan, paidPlans } from './catalogue.ts';
import { toDecimal } from './money.ts';

/** Live subscriptions of a plan and an interval. */
export interface Subscribers {
  plan: string;
  interval: string;
  count: number;
}

export interface PlanDifference {
  plan: string;
  what: string;
  before: string;
  after: string;
  /** The people concerned: those who pay for the plan now, at any interval. */
  subscribers: number;
  /** It has payers and is not in the file: they keep its last definition. */
  harms: boolean;
}

/** The differences, plan by plan, if `after` replaced `before`. */
export function comparePlans(
  before: Catalogue,
  after: Catalogue,
  subscribers: readonly Subscribers[],
): PlanDifference[] {
  const names = new Set([...paidPlans(before), ...paidPlans(after)].map(({ name }) => name));
  const unlisted = subscribers.map(({ plan }) => plan).filter((plan) => !names.has(plan));
  return [...names, ...new Set(unlisted)].flatMap((name) => {
    const count = subscribers.filter(({ plan }) => plan === name).reduce((sum, each) => sum + each.count, 0);
    const [was, is] = [describe(before, name), describe(after, name)];
    const gone = is.plan === GONE;
    return Object.keys({ ...was, ...is })
      .filter((what) => (gone || was.plan === GONE ? what === 'plan' : true))
      .filter((what) => was[what] !== is[what] || (gone && count > 0))
      .map((what) => ({
        plan: name,
        what,
        before: was[what] ?? '',
        after: is[what] ?? '',
        subscribers: count,
        harms: gone && count > 0,
      }));
  });
}

const GONE = 'not in the file';

function describe(catalogue: Catalogue, name: string): Record<string, string> {
  const plan = paidPlan(catalogue, name);
  if (!plan || plan.hasLeft) return { plan: GONE };
  const { rank, seats, sold, texts, trial_days: trialDays } = plan;
  return {
    plan: 'there',
    sold: sold ? 'yes' : 'no longer',
    name: texts.en.name,
    rank: `${rank}`,
    ...pricesOf(plan),
    'trial days': `${trialDays}`,
    seats: `${seats.min} to ${seats.max}`,
    ...featuresOf(plan),
  };
}

function pricesOf({ prices }: Plan): Record<string, string> {
  return Object.fromEntries(
    checkoutIntervals.map((interval) => {
      const price = prices[interval];
      return [`price ${interval}`, price ? `${toDecimal(price)} ${price.currency}` : 'none'];
    }),
  );
}

function featuresOf({ features }: Plan): Record<string, string> {
  return Object.fromEntries(
    Object.entries(features).map(([name, value]) => [`feature ${name}`, value === true ? 'yes' : `${value}`]),
  );
}
