import { z } from 'zod';

const RANGE = 'must be a whole number from 0 to 3650';
const days = z.int(RANGE).min(0, RANGE).max(3_650, RANGE);
const choice = z.enum(['keep', 'end'], 'must be keep or end');

/** How long a plan lasts, and through what. Days are 24 hours; `keep` leaves access unchanged, `end` ends it. */
export const accessPolicy = z.strictObject({
  past_due_days: days
    .default(7)
    .describe('Days that a past-due plan is kept, from the first failure of the unpaid amount'),
  after_trial_failed_days: days
    .optional()
    .describe('The same if the first payment after a trial failed; default: past_due_days'),
  renewal_grace_days: days.default(3).describe('Days that a plan lasts past its period while it waits for the renewal'),
  unknown_plan_days: days
    .default(14)
    .describe('Days that the last plan is kept while the plan of the paid price is unknown'),
  one_time_days: z
    .union([days, z.literal('lifetime')], `${RANGE}, or lifetime`)
    .default(365)
    .describe('Days that a one-time purchase gives its plan, or lifetime; 0: none. Frozen when it is recorded'),
  paused: choice.default('end').describe('While a subscription is paused'),
  canceled: choice.default('keep').describe('The remaining paid time of an ended subscription'),
  refund_full: choice.default('end').describe('The running period was refunded in full'),
  refund_partial: choice.default('keep').describe('The running period was refunded in part'),
  dispute_open: choice.default('keep').describe('The payer disputes a payment of the running period'),
  dispute_won: choice.default('keep').describe('A dispute was won by the seller'),
  dispute_lost: choice.default('end').describe('A dispute was won by the payer'),
  grants: choice.default('keep').describe('Plans granted by operators'),
});

/** All fields filled in. */
export type AccessPolicy = Required<z.output<typeof accessPolicy>>;

export function completePolicy(policy: z.output<typeof accessPolicy>): AccessPolicy {
  return { ...policy, after_trial_failed_days: policy.after_trial_failed_days ?? policy.past_due_days };
}
