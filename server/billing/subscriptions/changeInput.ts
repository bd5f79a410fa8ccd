import { z } from 'zod';
import { type SubscriptionChange, subscriptionIntervals } from '../../adapters/adapter.ts';
import type { Subscription } from '../../database/generated/client.ts';
import { AppError } from '../../errors.ts';

const interval = z.enum(subscriptionIntervals);

/** Body of a change of plan. */
const anotherPlan = z.strictObject({
  plan: z.string().describe('A plan that is sold'),
  interval: interval.optional().describe("Absent: the subscription's own"),
  quantity: z.int().min(1).max(1_000_000).optional().describe("Seats; absent: the subscription's own"),
});

/** Body of a change that names its kind; `undo`: the scheduled change. */
const namedChange = z.strictObject({
  kind: z.enum(['cancel_at_period_end', 'cancel_now', 'resume', 'pause', 'unpause', 'undo']),
});

/** A change of the live subscription. */
export const changeInput = z.union([anotherPlan, namedChange]);

/** The same, and how pages name a change of plan. */
export const anyChangeInput = z.union([
  z.strictObject({ kind: z.literal('change_plan'), plan: z.string(), interval }),
  namedChange,
  anotherPlan,
]);
export type ChangeRequest = z.output<typeof anyChangeInput>;

/** What an adapter is asked for. Throws AppError change_not_possible for what none can do yet. */
export function toProviderChange(request: ChangeRequest, live: Subscription): SubscriptionChange {
  if ('plan' in request) return toPlanChange(request, live);
  const { kind } = request;
  if (kind === 'cancel_at_period_end' || kind === 'cancel_now' || kind === 'resume') return { kind };
  throw new AppError('change_not_possible');
}

function toPlanChange(request: Extract<ChangeRequest, { plan: string }>, live: Subscription): SubscriptionChange {
  const own = live.quantity ?? 1;
  const { quantity = own } = 'quantity' in request ? request : {};
  const wanted = interval.safeParse(request.interval ?? live.interval);
  if (quantity !== own || !wanted.success) throw new AppError('change_not_possible');
  return { kind: 'change_plan', plan: request.plan, interval: wanted.data };
}
