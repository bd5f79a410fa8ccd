import { readLatestSubscription, readSubscriptions, type SubscriptionRow } from '../../database/reads/subscriptions.ts';
import { paidPlan } from '../../plans/catalogue.ts';
import { toDecimal, toMinorUnits } from '../../plans/money.ts';
import type { PriceBook } from '../../plans/priceBook.ts';
import type { With } from '../context.ts';
import { asPaid } from '../records/scheduledChange.ts';
import { awaitsPayment, endOf, hasRunOut, isLive, isRunning } from '../records/subscription.ts';
import { type SubscriptionDetails, toSubscriptionDetails } from './details.ts';

/** A subscription for pages, with everything that they would otherwise have to work out. */
export interface OwnSubscription extends SubscriptionDetails {
  /** A further purchase would change this subscription instead. */
  isLive: boolean;
  /** It is in its trial, or paid for. */
  isRunning: boolean;
  isPlanKnown: boolean;
  /** It begins once its first payment arrives. */
  awaitsPayment: boolean;
  /** When it is to end, ISO 8601; if later than the period, it renews until then. */
  cancelAt: string | null;
  /** When it ended, ISO 8601; null: it has not. */
  endedAt: string | null;
  /** Differs from the fields above if the provider already has the next price. */
  paid: { plan: string; interval: string /** null: not known. */; amount: string | null };
  /** Where the amount is not known: the provider's price of the plan, before discounts and extras; else null. */
  listPrice: string | null;
  /** Its provider is not set up here any more, so it can only be changed or canceled there. */
  former: { /** Where to; null: nobody said. */ url: string | null } | null;
}

type Shown = With<'plans' | 'prices' | 'now' | 'adapters' | 'former'>;

export function toOwnSubscription(record: SubscriptionRow, { plans, prices, now, adapters, former }: Shown) {
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
    endedAt: endOf(record)?.toISOString() ?? null,
    paid: { plan, interval, amount: amountKnown ? amount : null },
    listPrice: amountKnown ? null : listPriceOf(record, prices),
    former: isSetUp ? null : { url: former.pages[record.provider] ?? null },
  } satisfies OwnSubscription;
}

/** Never a guess: null, unless the provider told one amount for this price. */
function listPriceOf({ provider, priceId, currency, quantity }: SubscriptionRow, prices: PriceBook): string | null {
  const told = prices.stored(provider).find(({ id }) => id === priceId);
  const seats = told?.perSeat === false ? 1 : (quantity ?? 1);
  const unit = told?.currency === currency ? toMinorUnits(told.amount ?? undefined, currency) : undefined;
  return unit === undefined ? null : toDecimal({ minorUnits: unit * seats, currency });
}

/**
 * The subscription with this id, including our fields beyond the specification's; null: the user has no such
 * subscription.
 */
export async function detailsOf(
  billing: With<'database' | 'now'>,
  userId: string,
  id: string,
): Promise<SubscriptionDetails | null> {
  const record = await readOne(billing, userId, id);
  return record && toSubscriptionDetails(record, billing.now());
}

/** The same for pages. */
export async function ownSubscription(
  billing: With<'adapters' | 'database' | 'former' | 'now' | 'plans' | 'prices'>,
  userId: string,
  id: string,
): Promise<OwnSubscription | null> {
  const record = await readOne(billing, userId, id);
  return record && toOwnSubscription(record, billing);
}

/** The user's subscription with the latest `updatedAt`, at any provider; null: none. */
export async function currentSubscription(
  billing: With<'adapters' | 'database' | 'former' | 'now' | 'plans' | 'prices'>,
  userId: string,
): Promise<OwnSubscription | null> {
  const record = await readLatestSubscription(billing.database.pool, userId);
  return record && toOwnSubscription(record, billing);
}

async function readOne({ database }: With<'database'>, userId: string, id: string): Promise<SubscriptionRow | null> {
  return (await readSubscriptions(database.pool, userId)).find((row) => row.id === id) ?? null;
}
