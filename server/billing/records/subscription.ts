import type { Subscription as Row } from '../../database/generated/client.ts';
import type { Column, RowOf } from './columns.ts';

/** The specification's five, and its `deleted`, whose name it does not tell. */
export const subscriptionStatuses = ['active', 'trialing', 'past_due', 'canceled', 'incomplete', 'deleted'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** Those that a subscription never leaves. */
export const endedStatuses = ['canceled', 'deleted'] as const satisfies SubscriptionStatus[];

export function hasEnded(status: string | undefined): boolean {
  return endedStatuses.some((ended) => ended === status);
}

export const subscriptionColumns = {
  id: 'text',
  userId: 'text',
  customerId: 'text null',
  provider: 'text',
  providerSubscriptionId: 'text',
  status: 'text',
  plan: 'text',
  interval: 'text',
  amount: 'text',
  currency: 'text',
  currentPeriodStart: 'timestamptz',
  currentPeriodEnd: 'timestamptz',
  cancelAtPeriodEnd: 'bool',
  canceledAt: 'timestamptz null',
  trialStart: 'timestamptz null',
  trialEnd: 'timestamptz null',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
  nativeStatus: 'text null',
  priceId: 'text null',
  quantity: 'int null',
  paymentFailedAt: 'timestamptz null',
  lastEventAt: 'timestamptz null',
  lastEventRank: 'int',
  lastEventId: 'text null',
  version: 'int',
} as const satisfies Record<keyof Row, Column>;

/** A plan that a user pays for. */
export type Subscription = RowOf<typeof subscriptionColumns>;

/** What people see of it; the rest keeps our books. */
const SHOWN = [
  'status',
  'plan',
  'interval',
  'amount',
  'currency',
  'currentPeriodStart',
  'currentPeriodEnd',
  'cancelAtPeriodEnd',
  'canceledAt',
  'trialStart',
  'trialEnd',
] as const satisfies (keyof Subscription)[];

export function showsTheSame(a: Subscription, b: Subscription): boolean {
  return SHOWN.every((name) => a[name] === b[name]);
}
