import { readLatestSubscription, type SubscriptionRow } from '../../database/reads/subscriptions.ts';
import type { Billing } from '../context.ts';

/** A subscription as the specification shows it: amounts as decimal strings, timestamps in ISO 8601. */
export interface SubscriptionView {
  id: string;
  userId: string;
  /** Our own customer record; empty while none is known. */
  customerId: string;
  provider: string;
  providerSubscriptionId: string;
  status: string;
  plan: string;
  interval: string;
  amount: string;
  currency: string;
  currentPeriodStart: string;
  currentPeriodEnd: string;
  cancelAtPeriodEnd: boolean;
  canceledAt: string | null;
  trialStart: string | null;
  trialEnd: string | null;
  createdAt: string;
  updatedAt: string;
}

export function toSubscriptionView(record: SubscriptionRow): SubscriptionView {
  const { id, userId, customerId, provider, providerSubscriptionId, status, plan, interval } = record;
  return {
    ...{ id, userId, customerId: customerId ?? '', provider, providerSubscriptionId, status, plan, interval },
    amount: record.amount,
    currency: record.currency,
    currentPeriodStart: record.currentPeriodStart.toISOString(),
    currentPeriodEnd: record.currentPeriodEnd.toISOString(),
    cancelAtPeriodEnd: record.cancelAtPeriodEnd,
    canceledAt: record.canceledAt?.toISOString() ?? null,
    trialStart: record.trialStart?.toISOString() ?? null,
    trialEnd: record.trialEnd?.toISOString() ?? null,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
  };
}

/** The user's subscription with the latest `updatedAt`, of whichever provider; null: none. */
export async function currentSubscription({ database }: Billing, userId: string): Promise<SubscriptionView | null> {
  const record = await readLatestSubscription(database.pool, userId);
  return record && toSubscriptionView(record);
}
