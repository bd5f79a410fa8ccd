import type { Pool } from '../client.ts';
import type { Subscription } from '../generated/client.ts';

/** The columns of a subscription's views. */
const COLUMNS = [
  ...(['id', 'userId', 'customerId', 'provider', 'providerSubscriptionId', 'status', 'plan', 'interval'] as const),
  ...(['amount', 'currency', 'currentPeriodStart', 'currentPeriodEnd', 'cancelAtPeriodEnd', 'canceledAt'] as const),
  ...([
    'trialStart',
    'trialEnd',
    'createdAt',
    'updatedAt',
    'standing',
    'cancelAt',
    'amountKnown',
    'amountDiscounted',
    'discountUntil',
    'taxIncluded',
    'grantedPlan',
    'unknownSince',
    'priceId',
    'quantity',
    'scheduledChange',
    'lastEventAt',
  ] as const),
] satisfies (keyof Subscription)[];
/** Of the last invoice; a trial's invoice of zero is left out. */
const lastBilled = (name: 'amount' | 'amountDiscounted') => `(SELECT p."${name}" FROM payment p
  WHERE p."subscriptionId" = subscription.id AND NOT p.aside AND p."paidAt" IS NOT NULL AND p.currency = subscription.currency
    AND (p.amount ~ '[1-9]' OR p."amountDiscounted" IS NOT NULL)
  ORDER BY p."paidAt" DESC LIMIT 1)`;
/** If the amount is unknown (tiers, discounts given only by name), the last invoice's total is used. */
const WHERE_UNKNOWN: Partial<Record<string, string>> = {
  amount: `CASE WHEN "amountKnown" THEN amount ELSE coalesce(${lastBilled('amount')}, amount) END AS amount`,
  amountDiscounted: `CASE WHEN "amountKnown" THEN "amountDiscounted" ELSE ${lastBilled('amountDiscounted')} END
    AS "amountDiscounted"`,
};
const LIST = COLUMNS.map((name) => WHERE_UNKNOWN[name] ?? `"${name}"`).join(', ');

export type SubscriptionRow = Pick<Subscription, (typeof COLUMNS)[number]>;

/** The subscription with the latest `updatedAt` of the user given by the SQL expression `userId`. */
export function latestSubscription(userId: string): string {
  return `SELECT ${LIST} FROM subscription WHERE "userId" = ${userId}
    ORDER BY "updatedAt" DESC, "createdAt" DESC LIMIT 1`;
}

export const READ_LATEST = { name: 'latest-subscription', text: latestSubscription('$1') };

const READ_ALL = {
  name: 'subscriptions-of-user',
  text: `SELECT ${LIST} FROM subscription WHERE "userId" = $1`,
};

/** All subscriptions of a user, in no order. */
export async function readSubscriptions(pool: Pool, userId: string): Promise<SubscriptionRow[]> {
  const { rows } = await pool.query<SubscriptionRow>({ ...READ_ALL, values: [userId] });
  return rows;
}

/**
 * A prepared statement that bypasses Prisma, whose share of such a read is larger than PostgreSQL's. null: the user has
 * none.
 */
export async function readLatestSubscription(pool: Pool, userId: string): Promise<SubscriptionRow | null> {
  const { rows } = await pool.query<SubscriptionRow>({ ...READ_LATEST, values: [userId] });
  return rows[0] ?? null;
}
