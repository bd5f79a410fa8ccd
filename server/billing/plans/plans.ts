import { type PurchasablePlan, purchasablePlans } from '../../adapters/adapter.ts';

export const CURRENCY = 'usd';

interface PlanPrices {
  /** Minor units of `CURRENCY`. */
  month: number;
  year: number;
  one_time: number;
}

interface PlanEntry {
  prices: PlanPrices;
  /** Whole days. */
  trialDays: number;
  seats: 'one' | 'unlimited';
  popular: boolean;
  features: readonly string[];
}

/** The plan catalogue: the specification's configuration, and our own choice for `starter` and for one-time prices. */
export const catalogue: Record<PurchasablePlan, PlanEntry> = {
  starter: {
    prices: { month: 490, year: 4900, one_time: 4900 },
    trialDays: 7,
    seats: 'one',
    popular: false,
    features: ['projects_3', 'basic_analytics', 'community_support'],
  },
  pro: {
    prices: { month: 990, year: 9900, one_time: 9900 },
    trialDays: 14,
    seats: 'one',
    popular: true,
    features: ['projects_10', 'advanced_analytics', 'email_support', 'premium_templates', 'custom_integrations'],
  },
  enterprise: {
    prices: { month: 9990, year: 99900, one_time: 99900 },
    trialDays: 30,
    seats: 'unlimited',
    popular: false,
    features: [
      'everything_in_pro',
      'account_manager',
      'custom_contracts',
      'sla',
      'advanced_security',
      'unlimited_seats',
      'custom_integrations',
      'on_premise',
    ],
  },
};

export const FREE_FEATURES = ['projects_1', 'community_support'] as const;

/** Whole percent that a year saves against twelve months, rounded to the nearest. */
export function yearlySaving({ month, year }: Pick<PlanPrices, 'month' | 'year'>): number {
  return Math.round((1 - year / (month * 12)) * 100);
}

export function isPurchasable(plan: string): plan is PurchasablePlan {
  return purchasablePlans.some((candidate) => candidate === plan);
}
