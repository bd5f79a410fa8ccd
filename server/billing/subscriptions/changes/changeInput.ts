import { z } from 'zod';
import { subscriptionIntervals } from '../../../adapters/adapter.ts';
import { seatCount } from '../../../plans/seats.ts';
import { timestamp } from '../../records/view.ts';

const interval = z.enum(subscriptionIntervals);
const which = {
  subscriptionId: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'Our id of the subscription, for users who have several; absent: the live one with the latest `updatedAt`',
    ),
};
const beside = {
  ...which,
  quantity: seatCount.optional().describe("Seats; absent: the subscription's own"),
  prorationDate: timestamp
    .optional()
    .describe("The preview's, so that what it said is charged; it holds for 15 minutes"),
};

/** Body of a plan change. */
const anotherPlan = z.strictObject({
  plan: z.string().describe('A plan that is sold'),
  interval: interval.optional().describe("Absent: the subscription's own"),
  ...beside,
});

/** Body of a change that names its kind; `undo`: the scheduled change. */
const namedChange = z.strictObject({
  kind: z.enum(['cancel_at_period_end', 'cancel_now', 'resume', 'pause', 'unpause', 'undo']),
  ...which,
});

/** A change of the live subscription. */
export const changeInput = z.union([anotherPlan, namedChange]);

/** The same, plus the name that pages use for a plan change. */
export const anyChangeInput = z.union([
  z.strictObject({ kind: z.literal('change_plan'), plan: z.string(), interval, ...beside }),
  namedChange,
  anotherPlan,
]);
export type ChangeRequest = z.output<typeof anyChangeInput>;
export type PlanRequest = Extract<ChangeRequest, { plan: string }>;
export type NamedKind = z.output<typeof namedChange>['kind'];
