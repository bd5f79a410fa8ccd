import type { SandboxPrice } from './options.ts';

const month = { interval: 'month', currency: 'usd', perSeat: false } as const;
const year = { ...month, interval: 'year' } as const;

/** What is sold where nobody says what. */
export const sampleCatalogue: SandboxPrice[] = [
  { ...month, id: 'price_basic_month', plan: 'basic', label: 'Basic', amount: 500 },
  { ...year, id: 'price_basic_year', plan: 'basic', label: 'Basic', amount: 5_000 },
  { ...month, id: 'price_plus_month', plan: 'plus', label: 'Plus', amount: 1_500, trialDays: 14 },
  { ...year, id: 'price_plus_year', plan: 'plus', label: 'Plus', amount: 15_000, trialDays: 14 },
  { ...month, id: 'price_team_month', plan: 'team', label: 'Team', amount: 1_000, perSeat: true },
  { ...month, id: 'price_lifetime', plan: 'lifetime', label: 'Lifetime', interval: 'one_time', amount: 29_900 },
];
