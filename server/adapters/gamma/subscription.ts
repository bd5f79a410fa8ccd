import type { KnownPrice, StatusMeaning, SubscriptionResult } from '../adapter.ts';
import { moneyOf } from '../money.ts';
import { planOf } from '../prices.ts';
import { boolean, type Fields, fields, first, fromIso, idOf, integer, key, orNull, reader, text } from '../read.ts';
import type { Remark } from '../remarks.ts';
import { amountOf } from './amount.ts';

/**
 * Polar ends access at `unpaid` (it sends `subscription.revoked`), and a paused subscription can come back. Polar calls a
 * subscription canceled once its benefits are revoked; one with a scheduled end is active until then.
 */
const statuses = new Map<string, StatusMeaning>([
  ['active', { status: 'active', standing: 'running' }],
  ['trialing', { status: 'trialing', standing: 'running' }],
  ['past_due', { status: 'past_due', standing: 'running' }],
  ['unpaid', { status: 'canceled', standing: 'over' }],
  ['canceled', { status: 'canceled', standing: 'over' }],
  ['incomplete', { status: 'incomplete', standing: 'running' }],
  ['incomplete_expired', { status: 'canceled', standing: 'over' }],
  ['paused', { status: 'incomplete', standing: 'paused' }],
]);

const intervals = ['day', 'week', 'month', 'year'];

export interface ReadOptions {
  prices: readonly KnownPrice[];
  warnings: Remark[];
}

/** The user that a Polar object names by metadata or external ids; never by e-mail address. */
export function userIdOf(data: Fields, warnings: Remark[]): string | undefined {
  const customer = fields(data.customer);
  const read = reader(data, warnings);
  return first(
    userIdIn(data.metadata, warnings),
    reader(customer, warnings)('external_id', key),
    read('external_customer_id', key),
    read('customer_external_id', key),
    userIdIn(fields(data.subscription).metadata, warnings),
    userIdIn(customer.metadata, warnings),
  );
}

function userIdIn(metadata: unknown, warnings: Remark[]): string | undefined {
  const read = reader(fields(metadata), warnings);
  return read('userId', key) ?? read('user_id', key);
}

export function customerIdOf(data: Fields, warnings: Remark[]): string | undefined {
  return reader(data, warnings)('customer_id', key) ?? idOf(data.customer);
}

/** Polar's subscription object as the provider's full view; undefined if it has no usable id. */
export function toSubscription(
  data: Fields,
  { prices, warnings }: ReadOptions,
): (SubscriptionResult & { kind: 'state' }) | undefined {
  const providerSubscriptionId = key(data.id);
  if (!providerSubscriptionId) return undefined;
  const read = reader(data, warnings);
  return {
    kind: 'state',
    providerSubscriptionId,
    providerCustomerId: customerIdOf(data, warnings),
    userId: userIdOf(data, warnings),
    ...read('status', (value) => statuses.get(text(value) ?? '')),
    nativeStatus: text(data.status),
    ...productOf(data, { prices, warnings }),
    interval: intervalOf(data, warnings),
    ...amountOf(data, warnings),
    currentPeriodStart: read('current_period_start', fromIso),
    currentPeriodEnd: read('current_period_end', fromIso),
    cancelAtPeriodEnd: read('cancel_at_period_end', boolean),
    canceledAt: read('canceled_at', fromIso) ?? read('ended_at', fromIso) ?? orNull(data.canceled_at, fromIso),
    trialStart: read('trial_start', (value) => orNull(value, fromIso)),
    trialEnd: read('trial_end', (value) => orNull(value, fromIso)),
  };
}

/**
 * What a succeeded checkout says about the subscription that it began; undefined if it began none. Its net amount is
 * the amount that Polar puts on the subscription (before tax, after discount).
 */
export function toInitial(data: Fields, { prices, warnings }: ReadOptions): SubscriptionResult | undefined {
  const read = reader(data, warnings);
  const providerSubscriptionId = read('subscription_id', key) ?? idOf(data.subscription);
  if (!providerSubscriptionId) return undefined;
  const trialEnd = read('trial_end', (value) => orNull(value, fromIso));
  return {
    kind: 'initial',
    providerSubscriptionId,
    providerCustomerId: customerIdOf(data, warnings),
    userId: userIdOf(data, warnings),
    status: trialEnd ? 'trialing' : 'active',
    ...productOf(data, { prices, warnings }),
    interval: intervalOf(fields(data.product), warnings),
    amount: moneyOf(data, ['net_amount', 'amount'], warnings),
    trialEnd,
  };
}

function productOf(data: Fields, { prices, warnings }: ReadOptions) {
  const read = reader(data, warnings);
  const priceId = read('product_id', key) ?? idOf(data.product);
  const metadataPlan = reader(fields(data.metadata), warnings)('plan', text);
  return {
    priceId,
    plan: planOf(prices, { priceId, metadataPlan, warnings }),
    quantity: read('seats', count) ?? read('units', count),
  };
}

function count(value: unknown): number | undefined {
  const whole = integer(value);
  return whole !== undefined && whole > 0 ? whole : undefined;
}

/** `month`, `year`, or with a count such as `3_month`. */
export function intervalOf(data: Fields, warnings: Remark[]): string | undefined {
  const read = reader(data, warnings);
  const interval = read('recurring_interval', (value) => intervals.find((known) => known === value));
  const every = read('recurring_interval_count', count) ?? 1;
  return interval && every > 1 ? `${every}_${interval}` : interval;
}
