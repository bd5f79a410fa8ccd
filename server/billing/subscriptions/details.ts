import { z } from 'zod';
import type { SubscriptionRow } from '../../database/reads/subscriptions.ts';
import { asPaid, scheduledIn } from '../records/scheduledChange.ts';
import {
  amountTold,
  isCollectionPaused,
  isPaused,
  subscriptionView,
  toSubscriptionView,
} from '../records/subscription.ts';
import { decimal, timestamp } from '../records/view.ts';
import { isDiscounted } from './nextBill.ts';

/** How long a lapsed change is shown, counted from when it would have taken effect. */
const LAPSED_SHOWN_MS = 14 * 86_400_000;

const scheduled = z.object({
  kind: z.enum(['plan', 'pause']),
  plan: z.string(),
  interval: z.string(),
  seats: z.int(),
  amount: decimal.nullable().describe('Charged for a period from then on; null: nothing, or not known'),
  at: timestamp.describe('When it takes effect'),
  lapsed: z.boolean().describe('true: the subscription changed meanwhile, so this will not come'),
});

/** A subscription beyond the specification's fields. */
export const subscriptionDetails = subscriptionView.extend({
  seats: z.int().describe('Bought, and paid for'),
  paused: z.boolean(),
  collectionPaused: z.boolean().describe('true: it goes on, and the provider charges nothing for the next period'),
  amountKnown: z
    .boolean()
    .describe('false: the provider tells no single amount; `amount` is what the last invoice billed'),
  amountDiscounted: decimal
    .nullable()
    .describe(
      'What discounts take off every bill, or took off the last one where the amount is not known; null: nothing',
    ),
  discountUntil: timestamp.nullable().describe('Until when; null: no end is told'),
  taxIncluded: z.boolean().nullable().describe('Whether `amount` holds the tax; null: there is none, or nobody says'),
  scheduledChange: scheduled.nullable().describe('What was asked for and waits for the end of the period'),
});
export type SubscriptionDetails = z.infer<typeof subscriptionDetails>;

export function toSubscriptionDetails(row: SubscriptionRow, now: Date): SubscriptionDetails {
  return {
    ...toSubscriptionView(row),
    seats: asPaid(row).quantity ?? 1,
    paused: isPaused(row),
    collectionPaused: isCollectionPaused(row),
    amountKnown: row.amountKnown,
    amountDiscounted: row.amountDiscounted,
    discountUntil: row.discountUntil?.toISOString() ?? null,
    taxIncluded: row.taxIncluded,
    scheduledChange: toScheduled(row, now),
  };
}

/** For operators and exports: an unknown amount is not shown as a number. */
export type ToldSubscription = Omit<SubscriptionDetails, 'amount'> & {
  /** null: unknown, and nothing was billed yet. */
  amount: string | null;
};

export function toToldSubscription(row: SubscriptionRow, now: Date): ToldSubscription {
  return { ...toSubscriptionDetails(row, now), amount: amountTold(row) };
}

function toScheduled(row: SubscriptionRow, now: Date): SubscriptionDetails['scheduledChange'] {
  const found = scheduledIn(row);
  if (!found || found.progress === 'made') return null;
  const { change, progress } = found;
  const lapsed = progress === 'lapsed';
  if (lapsed && now.getTime() > Date.parse(change.at) + LAPSED_SHOWN_MS) return null;
  const { plan, interval, quantity, amount } = change.kind === 'plan' ? change.to : { ...change.from, amount: null };
  const known = isDiscounted(row, new Date(change.at)) ? null : amount;
  return { kind: change.kind, plan, interval, seats: quantity, amount: known, at: change.at, lapsed };
}
