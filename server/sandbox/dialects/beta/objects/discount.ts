import type { Coupon } from '../../../core/records.ts';

export function discount(of: Coupon) {
  return {
    id: of.id,
    object: 'discount',
    status: of.active ? 'active' : 'deleted',
    name: of.name,
    code: of.code ?? '',
    type: of.percent === null ? 'fixed' : 'percentage',
    ...(of.percent === null ? {} : { percentage: of.percent }),
    ...(of.amount === null ? {} : { amount: of.amount, currency: of.currency?.toUpperCase() }),
    duration: of.duration,
    ...(of.months === null ? {} : { duration_in_months: of.months }),
    redeem_count: of.redeemed,
    mode: 'test',
  };
}
