import { readLatestSubscription, readSubscriptions, type SubscriptionRow } from '../../database/reads/subscriptions.ts';
import type { Billing } from '../context.ts';
import { paidPlan } from '../plans/catalogue.ts';
import { asPaid } from '../records/scheduledChange.ts';
import {
  awaitsPayment,
  hasRunOut,
  isLive,
  isRunning,
  type SubscriptionView,
  toSubscriptionView,
} from '../records/subscription.ts';
import { type SubscriptionDetails, toSubscriptionDetails } from './details.ts';

/** A subscription as pages get it: with what they would have to decide again. */
export interface OwnSubscription extends SubscriptionDetails {
  /** Buying again would change this one instead. */
  isLive: boolean;
  /** It is in its trial, or paid for. */
  isRunning: boolean;
  isPlanKnown: boolean;
  /** It begins once its first payment has come. */
  awaitsPayment: boolean;
  /** When it is to end, ISO 8601; later than the period: it is renewed until then. */
  cancelAt: string | null;
  /** It differs from the fields above where the provider has the price of what follows already. */
  paid: { plan: string; interval: string /** null: not known. */; amount: string | null };
  /** Its provider is not set up here any more: it is changed and canceled there alone. */
  former: { /** Where to; null: nobody said. */ url: string | null } | null;
}

type Shown = Pick<Billing, 'plans' | 'now' | 'adapters' | 'former'>;

export function toOwnSubscription(record: SubscriptionRow, { plans, now, adapters, former }: Shown) {
  const { plan, interval, amount, amountKnown } = asPaid(record);
  const isSetUp = adapters.has(record.provider);
  const at = now();
  return {
    ...toSubscriptionDetails(record, at),
    isLive: isLive(record) && (isSetUp || !hasRunOut(record, at)),
    isRunning: isRunning(record.status),
    isPlanKnown: paidPlan(plans, record.plan) !== undefined,
    awaitsPayment: awaitsPayment(record),
    cancelAt: record.cancelAt?.toISOString() ?? null,
    paid: { plan, interval, amount: amountKnown ? amount : null },
    former: isSetUp ? null : { url: former.pages[record.provider] ?? null },
  } satisfies OwnSubscription;
}

/** The specification's fields of it alone. */
export async function latestSubscription({ database }: Billing, userId: string): Promise<SubscriptionView | null> {
  const record = await readLatestSubscription(database.pool, userId);
  return record && toSubscriptionView(record);
}

/** The one with this id, with what we know beyond the specification's fields; null: the user has no such subscription. */
export async function detailsOf(billing: Billing, userId: string, id: string): Promise<SubscriptionDetails | null> {
  const record = await readOne(billing, userId, id);
  return record && toSubscriptionDetails(record, billing.now());
}

/** The same as pages get it. */
export async function ownSubscription(billing: Billing, userId: string, id: string): Promise<OwnSubscription | null> {
  const record = await readOne(billing, userId, id);
  return record && toOwnSubscription(record, billing);
}

/** The user's subscription with the latest `updatedAt`, of whichever provider; null: none. */
export async function currentSubscription(billing: Billing, userId: string): Promise<OwnSubscription | null> {
  const record = await readLatestSubscription(billing.database.pool, userId);
  return record && toOwnSubscription(record, billing);
}

async function readOne({ database }: Billing, userId: string, id: string): Promise<SubscriptionRow | null> {
  return (await readSubscriptions(database.pool, userId)).find((row) => row.id === id) ?? null;
}
