import type { KnownPrice, Money, SubscriptionResult, SubscriptionStatus } from '../adapter.ts';
import { planOf } from '../prices.ts';
import {
  boolean,
  currency,
  type Fields,
  fields,
  first,
  fromIso,
  fromSeconds,
  idOf,
  integer,
  isFields,
  key,
  list,
  orNull,
  reader,
  text,
} from '../read.ts';

/** An unpaid subscription can still be paid, and a paused one can come back; an expired first payment can't. */
const statuses = new Map<unknown, SubscriptionStatus>([
  ['active', 'active'],
  ['trialing', 'trialing'],
  ['past_due', 'past_due'],
  ['unpaid', 'past_due'],
  ['canceled', 'canceled'],
  ['incomplete', 'incomplete'],
  ['incomplete_expired', 'canceled'],
  ['paused', 'incomplete'],
]);

const checkoutStatuses = new Map<unknown, SubscriptionStatus>([
  ['paid', 'active'],
  ['no_payment_required', 'trialing'],
  ['unpaid', 'incomplete'],
]);

export interface ReadOptions {
  prices: readonly KnownPrice[];
  warnings: string[];
}

/** Stripe's subscription object, of API versions with periods on its items or on itself, as the provider's whole view. */
export function toSubscription(
  data: Fields,
  { prices, warnings }: ReadOptions,
): (SubscriptionResult & { kind: 'state' }) | undefined {
  const providerSubscriptionId = key(data.id);
  if (!providerSubscriptionId) return undefined;
  const read = reader(data, warnings);
  const status = read('status', (value) => statuses.get(value));
  const item = planItem(data, prices);
  const periods = reader([item, data].find((source) => source.current_period_end) ?? data, warnings);
  return {
    kind: 'state',
    providerSubscriptionId,
    providerCustomerId: customerIdOf(data),
    userId: userIdOf(data),
    status,
    nativeStatus: text(data.status),
    ...planFields(data, item, { prices, warnings }),
    amount: amountOf(data, warnings),
    currentPeriodStart: periods('current_period_start', time),
    currentPeriodEnd: periods('current_period_end', time),
    cancelAtPeriodEnd: isEnding(data, status, warnings),
    canceledAt: canceledAtOf(data, status, warnings),
    trialStart: read('trial_start', timeOrNull),
    trialEnd: read('trial_end', timeOrNull),
  };
}

/** What a completed checkout session says of the subscription that it began; undefined when it names none. */
export function toInitial(session: Fields, { prices, warnings }: ReadOptions): SubscriptionResult | undefined {
  const providerSubscriptionId = idOf(session.subscription);
  if (!providerSubscriptionId) return undefined;
  const metadata = fields(session.metadata);
  const read = reader(session, warnings);
  return {
    kind: 'initial',
    providerSubscriptionId,
    providerCustomerId: customerIdOf(session),
    userId: userIdOf(session),
    status: isSaid(session.payment_status) ? read('payment_status', (value) => checkoutStatuses.get(value)) : 'active',
    plan: planOf(prices, { priceId: undefined, metadataPlan: text(metadata.plan), warnings }),
    interval: intervalName(metadata.interval),
    amount: moneyOf(session, ['amount_total'], warnings),
  };
}

/** The user that an object of Stripe's names by metadata; never by e-mail address. */
export function userIdOf(data: Fields): string | undefined {
  return first(
    userIdIn(data.metadata),
    userIdIn(fields(fields(data.parent).subscription_details).metadata),
    userIdIn(fields(data.subscription_details).metadata),
    ...list(fields(data.lines).data).map((line) => userIdIn(fields(line).metadata)),
    userIdIn(fields(data.customer).metadata),
  );
}

function userIdIn(metadata: unknown): string | undefined {
  const { userId, user_id } = fields(metadata);
  return key(userId) ?? key(user_id);
}

export function customerIdOf(data: Fields): string | undefined {
  return idOf(data.customer);
}

/** The items; without any the subscription itself, where old API versions have the same fields. */
function itemsOf(data: Fields): Fields[] {
  const items = list(fields(data.items).data).filter(isFields);
  return items.length > 0 ? items : [data];
}

/** The item that makes the plan: the first whose price the settings name, else the first. */
export function planItem(data: Fields, prices: readonly KnownPrice[]): Fields {
  const items = itemsOf(data);
  return items.find((item) => prices.some(({ id }) => id === priceIdOf(item))) ?? items[0] ?? data;
}

function priceIdOf(item: Fields): string | undefined {
  return idOf(item.price) ?? key(fields(item.plan).id);
}

function planFields(data: Fields, item: Fields, { prices, warnings }: ReadOptions) {
  const metadata = fields(data.metadata);
  const priceId = priceIdOf(item);
  return {
    priceId,
    plan: planOf(prices, { priceId, metadataPlan: text(metadata.plan) ?? text(data.plan), warnings }),
    interval: first(
      intervalOf(item, warnings),
      intervalName(data.interval),
      prices.find(({ id }) => id === priceId)?.interval,
      intervalName(metadata.interval),
    ),
    quantity: reader(item, warnings)('quantity', count) ?? count(data.quantity),
  };
}

/** `month`, `year`, or with a count such as `3_month`. */
function intervalOf(item: Fields, warnings: string[]): string | undefined {
  const recurring = fields(item.price).recurring;
  return intervalIn(isFields(recurring) ? recurring : fields(item.plan), warnings);
}

export function intervalIn(recurring: Fields, warnings: string[]): string | undefined {
  const read = reader(recurring, warnings);
  const interval = read('interval', intervalName);
  const every = read('interval_count', count) ?? 1;
  return interval && every > 1 ? `${every}_${interval}` : interval;
}

function intervalName(value: unknown): string | undefined {
  return ['day', 'week', 'month', 'year'].find((name) => name === value);
}

function count(value: unknown): number | undefined {
  const whole = integer(value);
  return whole !== undefined && whole >= 0 ? whole : undefined;
}

/** What one period costs: all items' unit amounts times their quantities, without what is metered. */
function amountOf(data: Fields, warnings: string[]): Money | undefined {
  const items = itemsOf(data);
  const code = first(currency(data.currency), ...items.map((item) => currency(fields(item.price).currency)));
  const total = items.reduce((sum, item) => sum + (totalOf(item) ?? Number.NaN), 0);
  const minorUnits = integer(total) ?? integer(data.amount);
  if (minorUnits !== undefined && code) return { minorUnits, currency: code };
  if (items[0] !== data || isSaid(data.plan) || isSaid(data.amount)) warnings.push('unusable amount');
  return undefined;
}

function totalOf(item: Fields): number | undefined {
  const price = fields(item.price);
  if (fields(price.recurring).usage_type === 'metered') return 0;
  const plan = fields(item.plan);
  const unit = first(
    integer(price.unit_amount),
    decimal(price.unit_amount_decimal),
    integer(plan.amount),
    decimal(plan.amount_decimal),
  );
  return unit === undefined ? undefined : Math.round(unit * (count(item.quantity) ?? 1));
}

function decimal(value: unknown): number | undefined {
  return typeof value === 'string' && /^\d{1,15}(\.\d{1,12})?$/.test(value) ? Number(value) : undefined;
}

/** The first usable amount of the named fields, in minor units; undefined without a currency. */
export function moneyOf(data: Fields, names: readonly string[], warnings: string[]): Money | undefined {
  const read = reader(data, warnings);
  const minorUnits = first(...names.map((name) => read(name, integer)));
  const code = read('currency', currency);
  return minorUnits === undefined || code === undefined ? undefined : { minorUnits, currency: code };
}

/** Stripe's portal sets `cancel_at` alone; an ended subscription has nothing scheduled any more. */
function isEnding(data: Fields, status: SubscriptionStatus | undefined, warnings: string[]): boolean | undefined {
  if (status === 'canceled') return false;
  const read = reader(data, warnings);
  const atPeriodEnd = read('cancel_at_period_end', boolean);
  const cancelAt = read('cancel_at', timeOrNull);
  return atPeriodEnd || (cancelAt === undefined ? atPeriodEnd : cancelAt !== null);
}

function canceledAtOf(data: Fields, status: SubscriptionStatus | undefined, warnings: string[]) {
  const read = reader(data, warnings);
  const canceledAt = read('canceled_at', timeOrNull);
  return canceledAt ?? (status === 'canceled' ? read('ended_at', time) : undefined) ?? canceledAt;
}

export function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Stripe's times are Unix seconds; the specification's own events may carry ISO 8601. */
function time(value: unknown): string | undefined {
  return fromSeconds(value) ?? fromIso(value);
}

function timeOrNull(value: unknown): string | null | undefined {
  return orNull(value, time);
}
