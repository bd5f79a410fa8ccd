import type { Books } from '../../../core/books.ts';
import type { Coupon } from '../../../core/records.ts';
import { ORGANIZATION_ID } from '../ids.ts';
import { iso } from '../time.ts';

export function discount(of: Coupon) {
  return {
    ...briefDiscount(of),
    starts_at: null,
    ends_at: null,
    max_redemptions: null,
    redemptions_count: of.redeemed,
    products: [],
  };
}

/** As nested in orders, checkouts and subscriptions. */
function briefDiscount(of: Coupon) {
  return {
    id: of.id,
    created_at: iso(of.createdAt),
    modified_at: null,
    name: of.name,
    code: of.code,
    duration: of.duration,
    ...(of.duration === 'repeating' ? { duration_in_months: of.months } : {}),
    ...(of.percent === null ? fixed(of) : { type: 'percentage', basis_points: of.percent * 100 }),
    starts_at: null,
    ends_at: null,
    max_redemptions: null,
    redemptions_count: of.redeemed,
    organization_id: ORGANIZATION_ID,
    metadata: of.metadata,
  };
}

function fixed({ amount, currency }: Coupon) {
  return { type: 'fixed', amount, currency, amounts: { [currency ?? 'usd']: amount } };
}

export function discountNamed({ store }: Books, id: string | null | undefined) {
  const found = store.get('coupons', id ?? '');
  return found ? briefDiscount(found) : null;
}
