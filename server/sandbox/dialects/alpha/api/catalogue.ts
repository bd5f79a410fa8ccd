import type { Company } from '../../../core/company.ts';
import { createCoupon } from '../../../core/discounts.ts';
import type { Coupon, Price } from '../../../core/records.ts';
import { coupon, price, promotionCode } from '../objects/catalogue.ts';
import type { Call, Route } from './call.ts';
import { invalid, missing } from './errors.ts';
import { page } from './page.ts';
import { makePrice, makeProduct, productsOf, updatePrice, updateProduct } from './products.ts';

/** Products, prices, coupons and promotion codes. */
export const catalogueRoutes: Route[] = [
  ['get', '/v1/products', listProducts],
  ['post', '/v1/products', makeProduct],
  ['get', '/v1/products/:id', retrieveProduct],
  ['post', '/v1/products/:id', updateProduct],
  ['get', '/v1/prices', listPrices],
  ['post', '/v1/prices', makePrice],
  ['get', '/v1/prices/:id', retrievePrice],
  ['post', '/v1/prices/:id', updatePrice],
  ['get', '/v1/coupons', listCoupons],
  ['post', '/v1/coupons', makeCoupon],
  ['get', '/v1/coupons/:id', ({ company, id }) => coupon(findCoupon(company, id))],
  ['delete', '/v1/coupons/:id', removeCoupon],
  ['get', '/v1/promotion_codes', listCodes],
  ['post', '/v1/promotion_codes', makeCode],
  ['get', '/v1/promotion_codes/:id', retrieveCode],
];

/** Throws for a price that is not on sale. */
export function soldAt(company: Company, id: string): Price {
  const found = company.price(id);
  if (found.active !== false) return found;
  throw invalid('The price specified is inactive. This field only accepts active prices.', 'price');
}

function listProducts({ company, given }: Call): object {
  const ids = given.texts('ids');
  const found = productsOf(company).filter(({ id }) => ids.length === 0 || ids.includes(id));
  return page(found, given, { url: '/v1/products', by: ['active', 'type'], also: ['ids'] });
}

function retrieveProduct({ company, id }: Call): object {
  const found = productsOf(company).find((each) => each.id === id);
  if (!found) throw missing('product', id);
  return found;
}

function listPrices({ company, given }: Call): object {
  const keys = given.texts('lookup_keys');
  const found = company.prices
    .map(price)
    .filter(({ lookup_key }) => keys.length === 0 || keys.includes(lookup_key ?? ''));
  return page(found, given, {
    url: '/v1/prices',
    by: ['active', 'currency', 'product', 'type'],
    also: ['lookup_keys'],
  });
}

function retrievePrice({ company, id }: Call): object {
  const found = company.knownPrice(id);
  if (!found) throw missing('price', id, 'price');
  return price(found);
}

function findCoupon({ store }: Company, id: string): Coupon {
  const found = store.get('coupons', id);
  if (!found?.active) throw missing('coupon', id, 'coupon');
  return found;
}

const active = ({ store }: Company) => store.all('coupons').filter((each) => each.active);

function listCoupons({ company, given }: Call): object {
  return page(active(company).map(coupon), given, { url: '/v1/coupons' });
}

function makeCoupon({ company, given }: Call): object {
  given.only('id', 'name', 'percent_off', 'amount_off', 'currency', 'duration', 'duration_in_months', 'metadata');
  const percent = given.number('percent_off', { min: 0.01, max: 100 }) ?? null;
  const amount = given.integer('amount_off', { min: 1 }) ?? null;
  if ((percent === null) === (amount === null)) throw invalid('You must pass either percent_off or amount_off.');
  const made = createCoupon(company, {
    ...(given.has('id') ? { id: given.required('id') } : {}),
    ...(given.has('name') ? { name: given.required('name') } : {}),
    percent,
    amount,
    currency: amount === null ? null : given.required('currency'),
    duration: given.oneOf('duration', ['once', 'repeating', 'forever']) ?? 'once',
    months: given.integer('duration_in_months', { min: 1 }) ?? null,
    metadata: given.metadata(),
  });
  return coupon(made);
}

function removeCoupon({ company, id }: Call): object {
  findCoupon(company, id);
  company.store.update('coupons', id, { active: false });
  return { id, object: 'coupon', deleted: true };
}

const coded = (company: Company) => active(company).filter(({ code }) => code !== null);

function listCodes({ company, given }: Call): object {
  return page(coded(company).map(promotionCode), given, { url: '/v1/promotion_codes', by: ['active', 'code'] });
}

function retrieveCode({ company, id }: Call): object {
  const found = coded(company).find(({ codeId }) => codeId === id);
  if (!found) throw missing('promotion code', id, 'promotion_code');
  return promotionCode(found);
}

/** A coupon has one code. */
function makeCode({ company, given }: Call): object {
  given.only('promotion', 'code', 'active', 'metadata');
  const { id, code } = findCoupon(company, given.hash('promotion').required('coupon'));
  if (code !== null) throw invalid('The sandbox keeps one promotion code for each coupon.', 'promotion[coupon]');
  const chosen = given.text('code') ?? id.toUpperCase();
  return promotionCode(company.store.update('coupons', id, { code: chosen }));
}
