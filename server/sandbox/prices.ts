import type { SandboxPrice } from './options.ts';

const CURRENCY = 'usd';

const plans = [
  { plan: 'starter', label: 'Starter', month: 490, trialDays: 7 },
  { plan: 'pro', label: 'Pro', month: 990, trialDays: 14 },
  { plan: 'enterprise', label: 'Enterprise', month: 9_990, trialDays: 30 },
];

/** What a sandbox sells that is started alone: `price_<plan>_<interval>`; a year, as a one-time payment, is ten months. */
export const prices: SandboxPrice[] = plans.flatMap(({ plan, label, month, trialDays }) =>
  (['month', 'year', 'one_time'] as const).map((interval) => ({
    id: `price_${plan}_${interval}`,
    plan,
    label,
    interval,
    amount: interval === 'month' ? month : month * 10,
    currency: CURRENCY,
    ...(interval === 'one_time' ? {} : { trialDays }),
  })),
);
