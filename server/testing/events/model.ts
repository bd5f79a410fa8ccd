import type { ModelCustomer, ModelSubscription } from './wire.ts';

const MONTH_MS = 30 * 86_400_000;

/** Customer `cus_<name>` of user `u_<name>`; `more` overrides fields. */
export const modelCustomer = (name: string, more: Partial<ModelCustomer> = {}): ModelCustomer => ({
  id: `cus_${name}`,
  userId: `u_${name}`,
  email: `${name}@example.com`,
  deletedAt: null,
  ...more,
});

/** An active monthly pro subscription without a trial, since `at` (Unix milliseconds). */
export const modelSubscription = (
  id: string,
  at: number,
  more: Partial<ModelSubscription> = {},
): ModelSubscription => ({
  id,
  plan: 'pro',
  interval: 'month',
  status: 'active',
  cancelAtPeriodEnd: false,
  canceledAt: null,
  trialStart: null,
  trialEnd: null,
  periodStart: at,
  periodEnd: at + MONTH_MS,
  ...more,
});
