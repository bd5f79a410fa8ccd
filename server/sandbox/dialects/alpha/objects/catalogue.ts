import type { Coupon, Price, Product } from '../../../core/records.ts';

const LISTED_AT = 1_767_225_600;

/** Unix seconds, the format of all times in this protocol; null stays null. */
export function seconds(at: number): number;
export function seconds(at: number | null): number | null;
export function seconds(at: number | null): number | null {
  return at === null ? null : Math.floor(at / 1000);
}

/** Fields that are always null here, but which the published types require. */
export function none(names: string): Record<string, null> {
  return Object.fromEntries(names.split(' ').map((name) => [name, null]));
}

export function productId(price: Price): string {
  return price.product ?? `prod_${price.plan.replace(/\W/g, '')}`;
}

/** Prices of one plan share a product unless one was created for them. */
export function product(of: Price | Product) {
  const made = 'plan' in of ? null : of;
  const created = made ? seconds(made.createdAt) : LISTED_AT;
  return {
    id: 'plan' in of ? productId(of) : of.id,
    object: 'product',
    ...none('package_dimensions shippable tax_code tax_details url'),
    active: made?.active ?? true,
    created,
    default_price: made ? null : of.id,
    description: made?.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: of.metadata ?? {},
    name: 'plan' in of ? of.label : of.name,
    type: 'service',
    updated: created,
  };
}

export function price(of: Price) {
  const recurring = of.interval === 'one_time' ? null : recurrence(of.interval);
  return {
    id: of.id,
    object: 'price',
    active: of.active ?? true,
    billing_scheme: 'per_unit',
    created: of.createdAt === undefined ? LISTED_AT : seconds(of.createdAt),
    currency: of.currency.toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: of.lookupKey === undefined ? `${of.plan}_${of.interval}` : of.lookupKey,
    metadata: of.metadata ?? {},
    nickname: of.label,
    product: productId(of),
    recurring,
    tax_behavior: of.taxBehavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: of.amount,
    unit_amount_decimal: String(of.amount),
  };
}

export function coupon(of: Coupon) {
  return {
    id: of.id,
    object: 'coupon',
    amount_off: of.amount,
    created: seconds(of.createdAt),
    currency: of.currency,
    duration: of.duration,
    duration_in_months: of.months,
    livemode: false,
    max_redemptions: null,
    metadata: of.metadata,
    name: of.name,
    percent_off: of.percent,
    redeem_by: null,
    times_redeemed: of.redeemed,
    valid: of.active,
  };
}

export function promotionCode(of: Coupon) {
  return {
    id: of.codeId,
    object: 'promotion_code',
    ...none('customer customer_account expires_at max_redemptions'),
    active: of.active,
    code: of.code ?? '',
    created: seconds(of.createdAt),
    livemode: false,
    metadata: {},
    promotion: { coupon: of.id, type: 'coupon' },
    restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
    times_redeemed: of.redeemed,
  };
}

/** The legacy `plan` object of a recurring price, which subscriptions still contain. */
export function plan(of: Price) {
  return {
    id: of.id,
    object: 'plan',
    active: true,
    amount: of.amount,
    amount_decimal: String(of.amount),
    billing_scheme: 'per_unit',
    created: LISTED_AT,
    currency: of.currency.toLowerCase(),
    interval: of.interval,
    interval_count: 1,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: of.label,
    product: productId(of),
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}

function recurrence(interval: 'month' | 'year') {
  return { interval, interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' };
}

export function list<T>(data: T[], url: string, has_more = false) {
  return { object: 'list', data, has_more, url };
}
