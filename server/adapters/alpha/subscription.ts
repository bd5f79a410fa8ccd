import type { KnownPrice, StatusMeaning, SubscriptionResult, SubscriptionStatus } from '../adapter.ts';
import { moneyOf } from '../money.ts';
import { planOf, warnOfPlans } from '../prices.ts';
import {
  boolean,
  type Fields,
  fields,
  first,
  fromIso,
  fromSeconds,
  idOf,
  isFields,
  key,
  list,
  orNull,
  reader,
  text,
} from '../read.ts';
import type { Remark } from '../remarks.ts';
import { amountOf, count, intervalName, intervalOf, isSaid, itemsOf } from './amount.ts';

/** An unpaid subscription can still be paid, and a paused one can come back; an expired first payment can't. */
const statuses = new Map<unknown, StatusMeaning>([
  ['active', { status: 'active', standing: 'running' }],
  ['trialing', { status: 'trialing', standing: 'running' }],
  ['past_due', { status: 'past_due', standing: 'running' }],
  ['unpaid', { status: 'past_due', standing: 'over' }],
  ['canceled', { status: 'canceled', standing: 'running' }],
  ['incomplete', { status: 'incomplete', standing: 'running' }],
  ['incomplete_expired', { status: 'canceled', standing: 'over' }],
  ['paused', { status: 'incomplete', standing: 'paused' }],
]);

const checkoutStatuses = new Map<unknown, SubscriptionStatus>([
  ['paid', 'active'],
  ['no_payment_required', 'trialing'],
  ['unpaid', 'incomplete'],
]);

export interface ReadOptions {
  prices: readonly KnownPrice[];
  warnings: Remark[];
}

/**
 * Stripe's subscription object, from API versions with periods on its items or on itself, as the provider's full view.
 */
export function toSubscription(
  data: Fields,
  { prices, warnings }: ReadOptions,
): (SubscriptionResult & { kind: 'state' }) | undefined {
  const providerSubscriptionId = key(data.id);
  if (!providerSubscriptionId) return undefined;
  const read = reader(data, warnings);
  const { status, standing } = read('status', (value) => statuses.get(value)) ?? {};
  const item = planItem(data, prices);
  const periods = reader([item, data].find((source) => source.current_period_end) ?? data, warnings);
  const periodEnd = periods('current_period_end', time);
  return {
    kind: 'state',
    providerSubscriptionId,
    providerCustomerId: customerIdOf(data),
    userId: userIdOf(data),
    status,
    standing: isPausing(data, periodEnd) ? 'paused' : standing,
    nativeStatus: text(data.status),
    ...planFields(data, item, { prices, warnings }),
    ...amountOf(data, { item, warnings }),
    currentPeriodStart: periods('current_period_start', time),
    currentPeriodEnd: periodEnd,
    ...endOf(data, { status, periodEnd, warnings }),
    canceledAt: canceledAtOf(data, status, warnings),
    trialStart: read('trial_start', timeOrNull),
    trialEnd: read('trial_end', timeOrNull),
  };
}

/** What a completed checkout session says about the subscription that it began; undefined if it names none. */
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

/** The user that a Stripe object names by metadata; never by e-mail address. */
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

/** The item that determines the plan: that of the highest plan, else the first. */
export function planItem(data: Fields, prices: readonly KnownPrice[]): Fields {
  const items = itemsOf(data);
  const ids = items.map(priceIdOf);
  const highest = prices.findLast(({ id }) => ids.includes(id));
  return items[ids.indexOf(highest?.id)] ?? items[0] ?? data;
}

function priceIdOf(item: Fields): string | undefined {
  return idOf(item.price) ?? key(fields(item.plan).id);
}

function planFields(data: Fields, item: Fields, { prices, warnings }: ReadOptions) {
  const metadata = fields(data.metadata);
  const priceId = priceIdOf(item);
  warnOfPlans(prices, { ids: itemsOf(data).map(priceIdOf), warnings });
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

/** Nothing is collected for the next period (`pause_collection`); Stripe's status stays as it is. */
function isPausing({ status, pause_collection }: Fields, periodEnd: string | undefined): boolean {
  if (status !== 'active' || !isFields(pause_collection)) return false;
  const resumesAt = time(pause_collection.resumes_at);
  return resumesAt === undefined || periodEnd === undefined || Date.parse(resumesAt) > Date.parse(periodEnd);
}

interface End {
  status: SubscriptionStatus | undefined;
  periodEnd: string | undefined;
  warnings: Remark[];
}

/** Stripe's portal sets `cancel_at` alone; a `cancel_at` after the period does not end this period. */
function endOf(data: Fields, { status, periodEnd, warnings }: End) {
  if (status === 'canceled') return { cancelAtPeriodEnd: false, cancelAt: null };
  const read = reader(data, warnings);
  const atPeriodEnd = read('cancel_at_period_end', boolean);
  const cancelAt = read('cancel_at', timeOrNull);
  if (cancelAt && periodEnd && Date.parse(cancelAt) > Date.parse(periodEnd))
    return { cancelAtPeriodEnd: atPeriodEnd ?? false, cancelAt };
  return { cancelAtPeriodEnd: atPeriodEnd || (cancelAt === undefined ? atPeriodEnd : cancelAt !== null), cancelAt };
}

function canceledAtOf(data: Fields, status: SubscriptionStatus | undefined, warnings: Remark[]) {
  const read = reader(data, warnings);
  const canceledAt = read('canceled_at', timeOrNull);
  return canceledAt ?? (status === 'canceled' ? read('ended_at', time) : undefined) ?? canceledAt;
}

/** Stripe's times are Unix seconds; the specification's own events may carry ISO 8601. */
export function time(value: unknown): string | undefined {
  return fromSeconds(value) ?? fromIso(value);
}

function timeOrNull(value: unknown): string | null | undefined {
  return orNull(value, time);
}
