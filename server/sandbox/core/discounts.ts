import type { Books } from './books.ts';
import type { Company } from './company.ts';
import { addMonths } from './periods.ts';
import type { Coupon, Metadata, Subscription } from './records.ts';
import { Refusal } from './refusal.ts';

export interface NewCoupon {
  id?: string;
  name?: string;
  code?: string | null;
  percent?: number | null;
  amount?: number | null;
  currency?: string | null;
  duration: Coupon['duration'];
  months?: number | null;
  metadata?: Metadata;
}

export function createCoupon(company: Company, input: NewCoupon): Coupon {
  return company.act(() => {
    const id = input.id ?? company.newId('coupon');
    if (company.store.get('coupons', id)) throw new Refusal('conflict', 'Coupon already exists.', 'id');
    if (input.code && couponByCode(company, input.code)) throw new Refusal('conflict', 'This code is taken.', 'code');
    const blank = { name: id, code: null, percent: null, amount: null, currency: null, months: null, metadata: {} };
    const made = { active: true, redeemed: 0, createdAt: company.clock.now(), codeId: company.newId('code') };
    return company.store.put('coupons', { ...blank, ...input, ...made, id });
  });
}

/** Throws a Refusal for a coupon that doesn't exist or is no longer valid. */
export function usableCoupon(company: Books, id: string): Coupon {
  const coupon = company.store.get('coupons', id);
  if (!coupon?.active) throw new Refusal('not_found', `No such coupon: '${id}'`, 'coupon');
  return coupon;
}

export function couponByCode(company: Books, code: string): Coupon | undefined {
  return company.store.all('coupons').find((each) => each.active && each.code?.toLowerCase() === code.toLowerCase());
}

/** The discount on an amount, in whole minor units; never more than the amount. */
export function discountOn(company: Books, couponId: string | null | undefined, amount: number): number {
  const coupon = company.store.get('coupons', couponId ?? '');
  if (!coupon) return 0;
  return Math.min(amount, coupon.amount ?? Math.round((amount * (coupon.percent ?? 0)) / 100));
}

/** The discount that a purchase with this coupon gives on later invoices. */
export function lastingDiscount(company: Books, couponId: string | null | undefined): Subscription['discount'] {
  const coupon = company.store.get('coupons', couponId ?? '');
  if (!coupon || coupon.duration === 'once') return null;
  const months = coupon.duration === 'forever' ? null : (coupon.months ?? 1);
  return { couponId: coupon.id, until: months === null ? null : addMonths(company.clock.now(), months) };
}

/** The coupon that applies to an invoice created now. */
export function couponFor({ clock }: Books, { discount }: Subscription): string | null {
  return discount && (discount.until === null || clock.now() < discount.until) ? discount.couponId : null;
}
