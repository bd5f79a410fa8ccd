import { readLatestSubscription, type SubscriptionRow } from '../../database/reads/subscriptions.ts';
import type { Billing } from '../context.ts';
import { type Catalogue, paidPlan } from '../plans/catalogue.ts';
import { isLive, isRunning, type SubscriptionView, toSubscriptionView } from '../records/subscription.ts';

/** A subscription as pages get it: with what they would have to decide again. */
export interface OwnSubscription extends SubscriptionView {
  /** Buying again would change this one instead. */
  isLive: boolean;
  /** It is in its trial, or paid for. */
  isRunning: boolean;
  isPlanKnown: boolean;
  /** false: the provider tells no single amount, and `amount` says nothing. */
  amountKnown: boolean;
  /** When it is to end, ISO 8601; later than the period: it is renewed until then. */
  cancelAt: string | null;
}

export function toOwnSubscription(record: SubscriptionRow, plans: Catalogue): OwnSubscription {
  return {
    ...toSubscriptionView(record),
    isLive: isLive(record),
    isRunning: isRunning(record.status),
    isPlanKnown: paidPlan(plans, record.plan) !== undefined,
    amountKnown: record.amountKnown,
    cancelAt: record.cancelAt?.toISOString() ?? null,
  };
}

/** The specification's fields of it alone. */
export async function latestSubscription({ database }: Billing, userId: string): Promise<SubscriptionView | null> {
  const record = await readLatestSubscription(database.pool, userId);
  return record && toSubscriptionView(record);
}

/** The user's subscription with the latest `updatedAt`, of whichever provider; null: none. */
export async function currentSubscription(
  { database, plans }: Billing,
  userId: string,
): Promise<OwnSubscription | null> {
  const record = await readLatestSubscription(database.pool, userId);
  return record && toOwnSubscription(record, plans);
}
