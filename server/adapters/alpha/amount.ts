import type { SubscriptionResult } from '../adapter.ts';
import { type Discounted, NOT_DISCOUNTED, offEveryBill } from '../money.ts';
import { currency, type Fields, fields, first, fromSeconds, integer, isFields, list, reader } from '../read.ts';
import type { Remark } from '../remarks.ts';

type Amount = Pick<SubscriptionResult, 'amount' | 'amountKnown' | 'currency' | 'taxIncluded'> & Partial<Discounted>;

interface AmountOptions {
  /** The item that determines the plan. */
  item: Fields;
  warnings: Remark[];
}

/**
 * The price of a period: the items with the plan's interval, times their quantities, without metered items, minus
 * discounts that apply to every invoice. Tiers, prices in another currency than it is billed in, and discounts given
 * only by name make it unknown; its currency is still known.
 */
export function amountOf(data: Fields, { item, warnings }: AmountOptions): Amount {
  const items = itemsOf(data);
  const interval = intervalOf(item, []);
  const counted = items.filter((one) => one === item || intervalOf(one, []) === interval);
  const code = first(currency(data.currency), ...items.map((one) => currency(fields(one.price).currency)));
  const total = counted.reduce((sum, one) => sum + (totalOf(one, code) ?? Number.NaN), 0);
  const full = integer(total) ?? integer(data.amount);
  const discounts = discountsOf([data, ...counted]);
  const minorUnits = discounted(full, discounts);
  const taxIncluded = taxIncludedOf(data, item);
  if (full !== undefined && minorUnits !== undefined && code) {
    const amount = { minorUnits, currency: code };
    return { amount, ...offEveryBill(amount, full, firstEndOf(discounts)), taxIncluded };
  }
  if (code && (full !== undefined || counted.some((one) => hasNoAmount(one, code))))
    return { amountKnown: false, currency: code, ...NOT_DISCOUNTED, taxIncluded };
  if (items[0] !== data || isSaid(data.plan) || isSaid(data.amount)) warnings.push('unusable amount');
  return {};
}

/** Tiers; or `currency_options`: a price names its own currency's amount, whichever of them it is billed in. */
function hasNoAmount({ price }: Fields, code: string | undefined): boolean {
  if (!isFields(price)) return false;
  const isTiered = price.unit_amount === null && !isSaid(price.unit_amount_decimal);
  return isTiered || (currency(price.currency) ?? code) !== code;
}

function totalOf(item: Fields, code: string | undefined): number | undefined {
  const price = fields(item.price);
  if (fields(price.recurring).usage_type === 'metered') return 0;
  if (hasNoAmount(item, code)) return undefined;
  const plan = fields(item.plan);
  const unit = first(
    integer(price.unit_amount),
    decimal(price.unit_amount_decimal),
    integer(plan.amount),
    decimal(plan.amount_decimal),
  );
  return unit === undefined ? undefined : Math.round(unit * packagesOf(price, count(item.quantity) ?? 1));
}

/** What is charged for a quantity: itself, or whole packages of several (`transform_quantity`). */
function packagesOf({ transform_quantity }: Fields, quantity: number): number {
  const { divide_by, round } = fields(transform_quantity);
  const packages = quantity / (count(divide_by) || 1);
  return round === 'up' ? Math.ceil(packages) : Math.floor(packages);
}

function decimal(value: unknown): number | undefined {
  return typeof value === 'string' && /^\d{1,15}(\.\d{1,12})?$/.test(value) ? Number(value) : undefined;
}

/** A discount on the first invoice only does not change the price of a period. */
function discountsOf(owners: readonly Fields[]): Fields[] {
  const discounts = owners.flatMap(({ discount, discounts: several }) => [
    ...list(several),
    ...(isSaid(discount) && list(several).length === 0 ? [discount] : []),
  ]);
  return discounts.map(fields).filter((discount) => couponOf(discount).duration !== 'once');
}

/** Applies the coupons in turn, down to zero; undefined: a discount does not state its size. */
function discounted(amount: number | undefined, discounts: readonly Fields[]): number | undefined {
  return discounts.reduce<number | undefined>((left, discount) => {
    const coupon = couponOf(discount);
    if (left === undefined) return left;
    if (typeof coupon.percent_off === 'number') return Math.round(left * (1 - coupon.percent_off / 100));
    const off = integer(coupon.amount_off);
    return off === undefined ? undefined : Math.max(0, left - off);
  }, amount);
}

/** When the next invoice's amount changes. */
function firstEndOf(discounts: readonly Fields[]): string | null {
  return discounts.flatMap(({ end }) => fromSeconds(end) ?? []).sort()[0] ?? null;
}

/** By the set tax rates, else by Stripe Tax's setting of the price. */
function taxIncludedOf({ default_tax_rates, automatic_tax }: Fields, { price, tax_rates }: Fields): boolean | null {
  const own = list(tax_rates);
  const rates = (own.length > 0 ? own : list(default_tax_rates)).map((rate) => fields(rate).inclusive);
  if (rates.some(isSaid)) return rates.every((inclusive) => inclusive !== false);
  return fields(automatic_tax).enabled === true ? taxIncludedIn(fields(price)) : null;
}

/** Of a price, or of an account's defaults; null: the account's defaults decide, or nothing. */
export function taxIncludedIn({ tax_behavior }: Fields): boolean | null {
  if (tax_behavior === 'inclusive') return true;
  return tax_behavior === 'exclusive' ? false : null;
}

function couponOf({ coupon, source }: Fields): Fields {
  return isFields(coupon) ? coupon : fields(fields(source).coupon);
}

/** The items; in old API versions without items, the subscription itself, which has the same fields. */
export function itemsOf(data: Fields): Fields[] {
  const items = list(fields(data.items).data).filter(isFields);
  return items.length > 0 ? items : [data];
}

/** `month`, `year`, or with a count such as `3_month`. */
export function intervalOf(item: Fields, warnings: Remark[]): string | undefined {
  const recurring = fields(item.price).recurring;
  return intervalIn(isFields(recurring) ? recurring : fields(item.plan), warnings);
}

export function intervalIn(recurring: Fields, warnings: Remark[]): string | undefined {
  const read = reader(recurring, warnings);
  const interval = read('interval', intervalName);
  const every = read('interval_count', count) ?? 1;
  return interval && every > 1 ? `${every}_${interval}` : interval;
}

export function intervalName(value: unknown): string | undefined {
  return ['day', 'week', 'month', 'year'].find((name) => name === value);
}

export function count(value: unknown): number | undefined {
  const whole = integer(value);
  return whole !== undefined && whole >= 0 ? whole : undefined;
}

export function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null;
}
