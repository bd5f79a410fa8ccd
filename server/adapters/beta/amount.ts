import type { Money, SubscriptionResult } from '../adapter.ts';
import { discounted, moneyOf } from '../money.ts';
import { type Fields, fields, integer, list } from '../read.ts';
import type { Remark } from '../remarks.ts';
import { at, DAY_MS, isPaid, lessDiscount, priceOf, time } from './payment.ts';

type Amount = Pick<SubscriptionResult, 'amount' | 'amountDiscounted' | 'discountUntil' | 'taxIncluded'>;

/** The last charge for a whole period, with tax and after its discount; else the price. */
export function amountOf(data: Fields, warnings: Remark[]): Amount {
  const price = priceOf(data, warnings);
  const paid = paidForPeriod(data, { price, warnings });
  const product = fields(data.product);
  const discount = fields(data.discount);
  const terms = { discount, start: time(data.created_at) };
  if (paid) {
    const { amount, discount_amount, tax_amount } = fields(data.last_transaction);
    const full = fullOf(paid, { amount: integer(amount), off: integer(discount_amount) ?? 0 });
    const taxIncluded = taxIncludedIn(product) || (integer(tax_amount) ?? 0) > 0 ? true : null;
    return { ...discounted(paid, { ...terms, full }), taxIncluded };
  }
  if (!price) return { amount: undefined };
  const amount = lessDiscount(data, price) ?? price;
  return { ...discounted(amount, { ...terms, full: price.minorUnits }), taxIncluded: taxIncludedIn(product) };
}

/** Whether a product's price includes the tax. */
export function taxIncludedIn({ tax_mode }: Fields): boolean | null {
  return typeof tax_mode === 'string' ? tax_mode === 'inclusive' : null;
}

/** Creem names an amount without its discount, and without the tax that comes on top. */
function fullOf(paid: Money, { amount, off }: { amount: number | undefined; off: number }): number {
  if (amount === undefined || off <= 0) return paid.minorUnits;
  return amount > off ? Math.round((amount * paid.minorUnits) / (amount - off)) : amount;
}

/** A payment for a trial or a proration is not the price. */
function paidForPeriod(data: Fields, { price, warnings }: { price: Money | undefined; warnings: Remark[] }) {
  const transaction = fields(data.last_transaction);
  const isWhole =
    integer(transaction.amount) === undefined ||
    transaction.amount === price?.minorUnits ||
    isRenewal(transaction, data) ||
    ((integer(transaction.discount_amount) ?? 0) > 0 && spansPeriod(transaction, data));
  const isPrice = data.status !== 'trialing' && isPaid(transaction) !== false;
  return isPrice && (isWhole || !price) ? moneyOf(transaction, ['amount_paid'], warnings) : undefined;
}

/**
 * A subscriber on an older price pays that price for the whole period, whatever the product costs now. What is charged
 * later in the period is for a change.
 */
function spansPeriod(transaction: Fields, subscription: Fields): boolean {
  if (at(transaction.created_at) > at(subscription.current_period_start_date) + DAY_MS) return false;
  const same = (a: unknown, b: unknown) => at(a) === at(b);
  return (
    same(transaction.period_start, subscription.current_period_start_date) &&
    same(transaction.period_end, subscription.current_period_end_date)
  );
}

const MINUTE_MS = 60_000;
/** A second year begins no sooner; a first one after a trial has the price of its product. */
const LEAST_YEAR_MS = 300 * DAY_MS;

/**
 * Charged when a later period began, for what is still subscribed to. A change of interval begins a period too, at any
 * time of day, and is prorated; renewals keep the time of day.
 */
function isRenewal({ created_at: charged }: Fields, subscription: Fields) {
  const { created_at: made, current_period_start_date: start, items } = subscription;
  const { updated_at: changed } = fields(list(items)[0]);
  const [since, begun] = [at(made), at(start)];
  const offset = (begun - since) % DAY_MS;
  const isSameTimeOfDay = Math.min(offset, DAY_MS - offset) < MINUTE_MS;
  // A renewal leaves the item as it is; a change since then is charged as it is made.
  const isChangedSince = at(changed) > begun;
  const least = fields(subscription.product).billing_period === 'every-year' ? LEAST_YEAR_MS : DAY_MS;
  return begun - since > least && isSameTimeOfDay && Math.abs(at(charged) - begun) < DAY_MS && !isChangedSince;
}
