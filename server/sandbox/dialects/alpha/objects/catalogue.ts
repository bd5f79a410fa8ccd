import type { Price } from '../../../core/records.ts';

const LISTED_AT = 1_767_225_600;

/** Seconds, as every time of this protocol; null stays null. */
export function seconds(at: number): number;
export function seconds(at: number | null): number | null;
export function seconds(at: number | null): number | null {
  return at === null ? null : Math.floor(at / 1000);
}

export function productId(price: Price): string {
  return `prod_${price.plan.replace(/\W/g, '')}`;
}

export function price(of: Price) {
  const recurring = of.interval === 'one_time' ? null : recurrence(of.interval);
  return {
    id: of.id,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: LISTED_AT,
    currency: of.currency.toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: of.label,
    product: productId(of),
    recurring,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: of.amount,
    unit_amount_decimal: String(of.amount),
  };
}

/** The older form of a recurring price, which subscriptions still carry. */
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
