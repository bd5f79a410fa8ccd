import type { Payment, Subscription } from '../../../database/generated/client.ts';

/** A payment's columns that bear on access. */
export type PaymentRecord = Pick<
  Payment,
  | 'status'
  | 'amount'
  | 'amountRefunded'
  | 'currency'
  | 'dispute'
  | 'writtenOff'
  | 'paidAt'
  | 'failedAt'
  | 'lastEventAt'
  | 'createdAt'
>;

/** A subscription's columns that bear on access, and those of its payments that may belong to the current period. */
export type SubscriptionRecord = Pick<
  Subscription,
  | 'status'
  | 'standing'
  | 'plan'
  | 'interval'
  | 'priceId'
  | 'quantity'
  | 'currentPeriodStart'
  | 'currentPeriodEnd'
  | 'cancelAtPeriodEnd'
  | 'trialEnd'
  | 'lastEventAt'
  | 'grantedPlan'
  | 'unknownSince'
  | 'scheduledChange'
> & { payments: readonly PaymentRecord[] };

/** A payment that granted a plan for some days when it was recorded; `accessDays` 0: without an end. */
export type PurchaseRecord = PaymentRecord & { plan: string; paidAt: Date; accessDays: number };

/** An operator's grant that was not revoked; `until` null: without an end. */
export interface GrantRecord {
  plan: string;
  until: Date | null;
}

/** Everything that may grant an owner a plan, in no order. */
export interface OwnerRecords {
  subscriptions: readonly SubscriptionRecord[];
  purchases: readonly PurchaseRecord[];
  grants: readonly GrantRecord[];
}

/** As they are stored: each subscription with our id of it. */
export interface StoredRecords extends OwnerRecords {
  subscriptions: readonly (SubscriptionRecord & { id: string })[];
}

export const NO_RECORDS: StoredRecords = { subscriptions: [], purchases: [], grants: [] };
