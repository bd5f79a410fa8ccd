import type { KnownPrice, StatusMeaning, SubscriptionResult } from '../adapter.ts';
import { planOf } from '../prices.ts';
import { boolean, type Fields, fields, first, idOf, key, list, reader, text } from '../read.ts';
import type { Remark } from '../remarks.ts';
import { amountOf } from './amount.ts';
import { count, quantityOf, time } from './payment.ts';

/** A paused subscription can come back; an expired or unpaid one can still be paid. */
const statuses = new Map<string, StatusMeaning>([
  ['active', { status: 'active', standing: 'running' }],
  ['scheduled_cancel', { status: 'active', standing: 'running' }],
  ['trialing', { status: 'trialing', standing: 'running' }],
  ['past_due', { status: 'past_due', standing: 'running' }],
  ['unpaid', { status: 'past_due', standing: 'over' }],
  ['expired', { status: 'past_due', standing: 'over' }],
  ['paused', { status: 'incomplete', standing: 'paused' }],
  ['incomplete', { status: 'incomplete', standing: 'running' }],
  ['canceled', { status: 'canceled', standing: 'running' }],
]);

const billingPeriods = new Map([
  ['every-day', 'day'],
  ['every-week', 'week'],
  ['every-month', 'month'],
  ['every-three-months', '3_month'],
  ['every-six-months', '6_month'],
  ['every-year', 'year'],
  ['once', 'one_time'],
]);

const units = ['day', 'week', 'month', 'year'];

type Stated = Omit<SubscriptionResult, 'kind'>;

export interface ReadOptions {
  prices: readonly KnownPrice[];
  warnings: Remark[];
  /** When the event happened, for a cancellation without a time of its own. */
  occurredAt?: string | null;
  /** The event's name says that the subscription ended. */
  isEnd?: boolean;
  /** The event's name says whether it is to end with its period; absent: it doesn't. */
  isEnding?: boolean;
}

/** The user that a Creem object names by metadata or the customer's external id; never by e-mail address. */
export function userIdOf(data: Fields, warnings: Remark[]): string | undefined {
  const customer = fields(data.customer);
  return first(
    userIdIn(data.metadata, warnings),
    userIdIn(fields(data.subscription).metadata, warnings),
    userIdIn(fields(data.checkout).metadata, warnings),
    userIdIn(customer.metadata, warnings),
    reader(customer, warnings)('external_id', key),
  );
}

function userIdIn(metadata: unknown, warnings: Remark[]): string | undefined {
  const read = reader(fields(metadata), warnings);
  return read('userId', key) ?? read('user_id', key);
}

/** Creem's subscription object as the provider's full view; undefined if it has no usable id. */
export function toSubscription(
  data: Fields,
  options: ReadOptions,
): (SubscriptionResult & { kind: 'state' }) | undefined {
  const providerSubscriptionId = key(data.id);
  if (!providerSubscriptionId) return undefined;
  const read = reader(data, options.warnings);
  const { status, standing } = read('status', (value) => statuses.get(text(value) ?? '')) ?? {};
  const currentPeriodStart = read('current_period_start_date', time) ?? read('current_period_start', time);
  const currentPeriodEnd = read('current_period_end_date', time) ?? read('current_period_end', time);
  return {
    kind: 'state',
    providerSubscriptionId,
    providerCustomerId: idOf(data.customer),
    userId: userIdOf(data, options.warnings),
    status,
    standing,
    nativeStatus: text(data.status),
    ...productOf(data, options),
    ...amountOf(data, options.warnings),
    currentPeriodStart,
    currentPeriodEnd,
    ...cancellationOf(data, options),
    ...(status === 'trialing' && { trialStart: currentPeriodStart, trialEnd: currentPeriodEnd }),
  };
}

/**
 * Creem leaves an outdated `canceled_at` on live subscriptions, so the status decides whether it counts. That of a paused
 * or unpaid one does not say whether it is to end.
 */
function cancellationOf(data: Fields, { warnings, occurredAt, isEnd, isEnding }: ReadOptions): Partial<Stated> {
  const read = reader(data, warnings);
  if (HIDING.includes(text(data.status) ?? ''))
    return endOfHidden(read('cancel_at_period_end', boolean) ?? isEnding, occurredAt);
  const isScheduled = data.status === 'scheduled_cancel' || read('cancel_at_period_end', boolean);
  const isOver = data.status === 'canceled' || (data.status === undefined && isEnd);
  if (!isOver && !statuses.has(text(data.status) ?? '')) return { cancelAtPeriodEnd: isScheduled };
  const cancelAtPeriodEnd = isScheduled ?? false;
  if (!isOver && !cancelAtPeriodEnd) return { cancelAtPeriodEnd, canceledAt: null };
  const canceledAt = read('canceled_at', time);
  if (isOver) return { cancelAtPeriodEnd, canceledAt: canceledAt ?? occurredAt ?? undefined };
  return { cancelAtPeriodEnd, canceledAt: canceledAt ?? null };
}

/** Statuses that take the place of `scheduled_cancel`. */
const HIDING = ['paused', 'past_due', 'unpaid', 'expired'];

function endOfHidden(isEnding: boolean | undefined, occurredAt: string | null | undefined): Partial<Stated> {
  if (isEnding === undefined) return {};
  return { cancelAtPeriodEnd: isEnding, canceledAt: isEnding ? occurredAt : null };
}

function productOf(data: Fields, { prices, warnings }: ReadOptions): Partial<Stated> {
  const priceId = idOf(data.product) ?? key(fields(list(data.items)[0]).product_id);
  const metadataPlan = reader(fields(data.metadata), warnings)('plan', text);
  return {
    priceId,
    plan: planOf(prices, { priceId, metadataPlan, warnings }),
    interval: intervalOf(fields(data.product), warnings),
    quantity: quantityOf(data, warnings),
  };
}

/** `month`, `year`, or with a count such as `3_month`. */
export function intervalOf(product: Fields, warnings: Remark[]): string | undefined {
  const read = reader(product, warnings);
  if (product.billing_period !== 'custom')
    return read('billing_period', (value) => billingPeriods.get(text(value) ?? ''));
  const unit = read('recurring_interval', (value) => units.find((known) => known === value));
  const every = read('recurring_interval_count', count) ?? 1;
  return unit && every > 1 ? `${every}_${unit}` : unit;
}
