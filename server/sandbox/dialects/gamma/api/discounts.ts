import { createCoupon } from '../../../core/discounts.ts';
import type { Coupon } from '../../../core/records.ts';
import { discount } from '../objects/discount.ts';
import type { Call, Route } from './call.ts';
import { notFound } from './errors.ts';
import { page } from './page.ts';

const BASIS_POINTS = { min: 1, max: 10_000 };
const MONTHS = { min: 1, max: 999 };
const AMOUNT = { min: 1, max: 999_999_999_999 };

export const discountRoutes: Route[] = [
  ['get', '/v1/discounts/', search],
  ['post', '/v1/discounts/', create, 201],
  ['get', '/v1/discounts/:id', (call) => discount(find(call))],
  ['delete', '/v1/discounts/:id', remove, 204],
];

function search({ company, query }: Call): object {
  return page(
    company.store.all('coupons').filter((each) => each.active),
    query,
    discount,
  );
}

function create({ company, body }: Call): object {
  const percentage = body.oneOf('type', ['percentage', 'fixed']) === 'percentage';
  const points = percentage ? body.integer('basis_points', BASIS_POINTS) : undefined;
  if (percentage && points === undefined) throw body.problem('basis_points', 'missing', 'Field required');
  const amount = percentage ? undefined : body.integer('amount', AMOUNT);
  if (!percentage && amount === undefined) throw body.problem('amount', 'missing', 'Field required');
  const made = createCoupon(company, {
    name: body.required('name'),
    code: body.text('code') ?? null,
    percent: points === undefined ? null : points / 100,
    amount: amount ?? null,
    currency: percentage ? null : (body.text('currency') ?? 'usd'),
    duration: body.oneOf('duration', ['once', 'repeating', 'forever']) ?? 'once',
    months: body.integer('duration_in_months', MONTHS) ?? null,
    metadata: body.metadata(),
  });
  return discount(made);
}

function find({ company, path }: Call): Coupon {
  const found = company.store.get('coupons', path.uuid('id') ?? '');
  if (!found?.active) throw notFound();
  return found;
}

function remove(call: Call): object {
  return call.company.store.update('coupons', find(call).id, { active: false });
}
