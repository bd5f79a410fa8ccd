import type { PlanView } from '../trpc.ts';

/** Of the tests and of `look/book`. */
export const pro: PlanView = {
  name: 'pro',
  purchasable: true,
  popular: true,
  prices: { month: '9.90', year: '99.00', one_time: '99.00' },
  taxIncluded: { month: null, year: null, one_time: null },
  yearlySavingPercent: 17,
  trialDays: 14,
  seats: { min: 1, max: 1 },
  texts: { en: { name: 'Pro' } },
  features: [],
};
