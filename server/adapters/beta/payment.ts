import type { KnownPrice, Money, PaymentResult, ToldPaymentStatus } from '../adapter.ts';
import { discountMoney, moneyOf } from '../money.ts';
import { planOf, planSold } from '../prices.ts';
import {
  type Fields,
  fields,
  fromIso,
  fromMilliseconds,
  fromSeconds,
  idOf,
  integer,
  key,
  list,
  reader,
  text,
} from '../read.ts';
import type { Remark } from '../remarks.ts';

export const disputedStatuses = ['chargedBack', 'chargeback'];
const paidStatuses = ['paid', 'refunded', 'partialRefund', 'partially_refunded', ...disputedStatuses];
const unpaidStatuses = ['pending', 'declined', 'uncollectible', 'void', 'failed'];
const FIRST_MILLISECONDS = 100_000_000_000;

/**
 * Creem sends ISO 8601 on subscriptions and Unix milliseconds on events and transactions; small numbers are seconds.
 */
export function time(value: unknown): string | undefined {
  const isSeconds = typeof value === 'number' && value < FIRST_MILLISECONDS;
  return isSeconds ? fromSeconds(value) : (fromIso(value) ?? fromMilliseconds(value));
}

/** Whether an order or transaction states that it was paid; undefined if it states neither. */
export function isPaid({ status }: Fields): boolean | undefined {
  if (typeof status !== 'string') return undefined;
  if (paidStatuses.includes(status)) return true;
  return unpaidStatuses.includes(status) ? false : undefined;
}

/** Whether a completed checkout's order was a one-time purchase. */
export function isOneTime({ order, subscription }: Fields): boolean {
  const { type } = fields(order);
  if (type === 'recurring') return false;
  return type === 'onetime' || (key(fields(order).id) !== undefined && idOf(subscription) === undefined);
}

interface PaymentOptions {
  userId: string | undefined;
  warnings: Remark[];
}

/**
 * A completed checkout's order as a payment; undefined if it has no usable id. Creem's documentation shows orders that
 * name the price alone: the first transaction then tells what was paid, and a trial's order nothing that was.
 */
export function toOrderPayment(
  checkout: Fields,
  { userId, prices, warnings }: PaymentOptions & { prices: readonly KnownPrice[] },
): PaymentResult | undefined {
  const order = fields(checkout.order);
  const providerPaymentId = key(order.id);
  if (!providerPaymentId) return undefined;
  const oneTime = isOneTime(checkout);
  const isAsked = !oneTime && integer(order.amount_paid) === undefined;
  if (isAsked && fields(checkout.subscription).status === 'trialing') return undefined;
  const priceId = idOf(order.product) ?? idOf(checkout.product);
  const metadataPlan = reader(fields(checkout.metadata), warnings)('plan', text);
  return {
    providerPaymentId,
    providerCustomerId: idOf(order.customer) ?? idOf(checkout.customer),
    ...(!oneTime && { providerSubscriptionId: idOf(checkout.subscription) }),
    userId,
    type: oneTime ? 'one_time' : 'subscription',
    status: 'succeeded',
    amount: moneyOf(order, ['amount_paid', 'amount'], warnings),
    ...(isAsked && { isAsked }),
    amountDiscounted: discountMoney(order, order.discount_amount),
    description: reader(fields(checkout.product), warnings)('name', text),
    reference: idOf(order.transaction),
    priceId,
    ...(oneTime
      ? { plan: planOf(prices, { priceId, metadataPlan, warnings }) }
      : { plan: planSold(prices, priceId), ...periodOf({}, fields(checkout.subscription)) }),
  };
}

interface TransactionOptions extends PaymentOptions {
  status: ToldPaymentStatus;
  prices: readonly KnownPrice[];
}

/**
 * A subscription's last transaction as a payment; undefined if nothing names it. Creem's failure events often name the
 * transaction that was paid before, or none: such a failure is stored once per period, beside the paid one.
 */
export function toTransactionPayment(subscription: Fields, options: TransactionOptions): PaymentResult | undefined {
  const { status, userId, prices, warnings } = options;
  const transaction = fields(subscription.last_transaction);
  if (status === 'succeeded' && isPaid(transaction) === false) return undefined;
  const isAnother = status === 'failed' && (isPaid(transaction) ?? key(transaction.id) === undefined);
  const providerPaymentId = isAnother ? periodKey(subscription) : paymentKeyOf(transaction, subscription);
  if (!providerPaymentId) return undefined;
  const own = isAnother ? undefined : transactionKey(transaction, subscription);
  const charged = isAnother ? undefined : chargedIn(transaction, status, warnings);
  return {
    providerPaymentId,
    providerCustomerId: idOf(subscription.customer) ?? idOf(transaction.customer),
    providerSubscriptionId: key(subscription.id),
    userId,
    type: 'subscription',
    status,
    amount: charged ?? lessDiscount(subscription, priceOf(subscription, warnings)),
    amountDiscounted: charged && discountMoney(transaction, transaction.discount_amount),
    description: reader(transaction, warnings)('description', text) ?? text(fields(subscription.product).name),
    ...(own !== providerPaymentId && { reference: own }),
    priceId: idOf(subscription.product),
    plan: planSold(prices, idOf(subscription.product)),
    ...periodOf(isAnother ? {} : transaction, subscription),
  };
}

/** Of what is not paid, Creem names the amount without its discount. */
function chargedIn(transaction: Fields, status: ToldPaymentStatus, warnings: Remark[]): Money | undefined {
  if (status === 'succeeded') return moneyOf(transaction, ['amount_paid', 'amount'], warnings);
  const full = moneyOf(transaction, ['amount'], warnings);
  const off = integer(transaction.discount_amount) ?? 0;
  return full && { ...full, minorUnits: Math.max(0, full.minorUnits - off) };
}

/** The price after the subscription's discount, a percentage or an amount. */
export function lessDiscount({ discount }: Fields, price: Money | undefined): Money | undefined {
  const { type, amount, percentage } = fields(discount);
  const [whole, percent] = [integer(amount) ?? 0, integer(percentage) ?? integer(amount) ?? 0];
  const full = price?.minorUnits ?? 0;
  const off = type === 'percentage' ? Math.round((full * percent) / 100) : type === 'fixed' ? whole : 0;
  return price && { ...price, minorUnits: full - Math.min(full, off) };
}

/** The period that the transaction names; else the current period. */
function periodOf(transaction: Fields, subscription: Fields): Pick<PaymentResult, 'periodStart' | 'periodEnd'> {
  const [periodStart, periodEnd] = [time(transaction.period_start), time(transaction.period_end)];
  if (periodStart && periodEnd) return { periodStart, periodEnd };
  return {
    periodStart: time(subscription.current_period_start_date),
    periodEnd: time(subscription.current_period_end_date),
  };
}

export const DAY_MS = 86_400_000;
export const at = (value: unknown): number => Date.parse(time(value) ?? '');

/**
 * One order covers all transactions of a subscription; only the first is the payment that its checkout reported. A
 * change in the first period is charged later, and may name the whole period.
 */
export function paymentKeyOf(transaction: Fields, subscription: Fields): string | undefined {
  const own = transactionKey(transaction, subscription);
  const order = idOf(transaction.order);
  const begun = at(subscription.created_at);
  const isFirstPeriod = at(time(transaction.period_start) ?? subscription.current_period_start_date) <= begun;
  const isFirst = isFirstPeriod && !(at(transaction.created_at) > begun + DAY_MS);
  return isFirst && isPaid(transaction) !== false ? (order ?? own) : (own ?? order);
}

const transactionKey = (transaction: Fields, subscription: Fields) =>
  key(transaction.id) ?? key(subscription.last_transaction_id);

function periodKey(subscription: Fields): string | undefined {
  const periodEnd = time(subscription.current_period_end_date);
  return key(subscription.id) && periodEnd && `${subscription.id}:${periodEnd}`;
}

/** The product's price for all seats, without tax. */
export function priceOf(subscription: Fields, warnings: Remark[]): Money | undefined {
  const price = moneyOf(fields(subscription.product), ['price'], warnings);
  const minorUnits = integer((price?.minorUnits ?? 0) * (quantityOf(subscription, warnings) ?? 1));
  return price && minorUnits !== undefined ? { ...price, minorUnits } : undefined;
}

/** Subscriptions have their seats on their item, checkouts on themselves. */
export function quantityOf(data: Fields, warnings: Remark[]): number | undefined {
  const item = fields(list(data.items)[0]);
  return reader(item, warnings)('units', count) ?? reader(data, warnings)('units', count);
}

export function count(value: unknown): number | undefined {
  const whole = integer(value);
  return whole !== undefined && whole > 0 ? whole : undefined;
}
