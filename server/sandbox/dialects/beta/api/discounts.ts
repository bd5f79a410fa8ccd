import type { Company } from '../../../core/company.ts';
import { couponByCode, createCoupon } from '../../../core/discounts.ts';
import type { Coupon } from '../../../core/records.ts';
import { discount } from '../objects/discount.ts';
import type { Call, Route } from './call.ts';
import { missing } from './errors.ts';
import { page, pageFields } from './page.ts';

export const discountRoutes: Route[] = [
  ['post', '/v1/discounts', create],
  ['get', '/v1/discounts', retrieve],
  ['get', '/v1/discounts/search', search],
  ['delete', '/v1/discounts/:id/delete', remove],
];

function create({ company, body }: Call): object {
  body.only(
    'name',
    'code',
    'type',
    'amount',
    'currency',
    'percentage',
    'duration',
    'duration_in_months',
    'applies_to_products',
  );
  const percent =
    body.required('type') === 'percentage' ? (body.integer('percentage', { min: 1, max: 100 }) ?? null) : null;
  const made = createCoupon(company, {
    name: body.required('name'),
    code: body.text('code') ?? company.newId('coupon').slice(4, 12).toUpperCase(),
    percent,
    amount: percent === null ? (body.integer('amount', { min: 1 }) ?? null) : null,
    currency: body.text('currency') ?? null,
    duration: body.oneOf('duration', ['once', 'repeating', 'forever']) ?? 'once',
    months: body.integer('duration_in_months', { min: 1 }) ?? null,
  });
  return discount(made);
}

function find(company: Company, id: string | undefined, code?: string): Coupon {
  const found = id ? company.store.get('coupons', id) : couponByCode(company, code ?? '');
  if (!found) throw missing('Discount');
  return found;
}

function retrieve({ company, query }: Call): object {
  query.only('discount_id', 'discount_code');
  return discount(find(company, query.text('discount_id'), query.text('discount_code')));
}

function search({ company, query }: Call): object {
  query.only(...pageFields);
  return page(company.store.all('coupons'), query, discount);
}

function remove({ company, id }: Call): object {
  find(company, id);
  return discount(company.store.update('coupons', id, { active: false }));
}
