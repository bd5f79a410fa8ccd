import { type CheckoutInterval, type Price, purchasablePlans } from '../../adapters/adapter.ts';
import { toDecimal } from './money.ts';
import { CURRENCY, catalogue, FREE_FEATURES, yearlySaving } from './plans.ts';

/** A plan as the pages show it: prices are decimal strings of `currency`, null where checkout doesn't offer one. */
export interface PlanView {
  name: string;
  purchasable: boolean;
  popular: boolean;
  prices: Record<CheckoutInterval, string | null>;
  /** Whole percent that the yearly price saves; null without both prices. */
  yearlySavingPercent: number | null;
  /** Whole days; 0: none. */
  trialDays: number;
  seats: 'one' | 'unlimited';
  /** Keys of the client's texts. */
  features: readonly string[];
}

export interface PlanList {
  currency: string;
  plans: PlanView[];
}

const FREE: PlanView = {
  name: 'free',
  purchasable: false,
  popular: false,
  prices: { month: toDecimal({ minorUnits: 0, currency: CURRENCY }), year: null, one_time: null },
  yearlySavingPercent: null,
  trialDays: 0,
  seats: 'one',
  features: FREE_FEATURES,
};

/** The catalogue with the prices that the active provider has an identifier for. */
export function listPlans(offered: readonly Price[]): PlanList {
  const paid = purchasablePlans.map((name): PlanView => {
    const { prices, ...plan } = catalogue[name];
    const show = (interval: CheckoutInterval) =>
      offered.some((price) => price.plan === name && price.interval === interval)
        ? toDecimal({ minorUnits: prices[interval], currency: CURRENCY })
        : null;
    const shown = { month: show('month'), year: show('year'), one_time: show('one_time') };
    const yearlySavingPercent = shown.month && shown.year ? yearlySaving(prices) : null;
    return { name, purchasable: true, ...plan, prices: shown, yearlySavingPercent };
  });
  return { currency: CURRENCY, plans: [FREE, ...paid] };
}
