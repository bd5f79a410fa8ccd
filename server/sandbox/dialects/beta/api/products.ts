import { addPrice } from '../../../core/catalogue.ts';
import type { Company } from '../../../core/company.ts';
import { taxBehaviors } from '../../../options.ts';
import { product } from '../objects/product.ts';
import type { Call, Route } from './call.ts';
import { invalid, missing } from './errors.ts';
import type { Fields } from './fields.ts';
import { page, pageFields } from './page.ts';

export const productRoutes: Route[] = [
  ['get', '/v1/products', retrieveProduct],
  ['post', '/v1/products', create],
  ['get', '/v1/products/search', searchProducts],
  ['get', '/v1/products/:id', ({ company, id }) => productOf(company, id)],
];

function retrieveProduct({ company, query }: Call): object {
  const id = query.only('product_id').required('product_id');
  return productOf(company, id);
}

function productOf(company: Company, id: string): object {
  const found = company.knownPrice(id);
  if (!found) throw missing('Product');
  return product(found);
}

function searchProducts({ company, query }: Call): object {
  query.only(...pageFields);
  return page([...company.prices], query, product);
}

const MIN_AMOUNT = 100;
const periods = { 'every-month': 'month', 'every-year': 'year' } as const;

function create({ company, body }: Call): object {
  body.only(
    ...['name', 'description', 'price', 'currency', 'billing_type', 'billing_period', 'trial_period_days'],
    ...['tax_mode', 'tax_category', 'abandoned_cart_recovery_enabled'],
  );
  if (body.flag('abandoned_cart_recovery_enabled')) throw invalid('The sandbox sends no mails about carts.');
  const taxBehavior = body.oneOf('tax_mode', taxBehaviors);
  body.oneOf('tax_category', ['saas']);
  const amount = body.integer('price', { min: MIN_AMOUNT });
  const currency = body.oneOf('currency', ['USD', 'EUR']);
  if (amount === undefined || !currency) throw invalid(`The '${currency ? 'price' : 'currency'}' field is required.`);
  const trialDays = body.integer('trial_period_days', { min: 0 });
  const description = body.required('description');
  const sold = { label: body.required('name'), description, amount, currency: currency.toLowerCase() };
  return product(addPrice(company, { ...sold, interval: intervalIn(body), trialDays, taxBehavior }));
}

function intervalIn(body: Fields): 'month' | 'year' | 'one_time' {
  const type = body.oneOf('billing_type', ['recurring', 'onetime']);
  if (!type) throw invalid("The 'billing_type' field is required.");
  const period = body.oneOf('billing_period', ['every-month', 'every-year', 'once']);
  if (type === 'onetime') return 'one_time';
  if (!period || period === 'once') throw invalid('The sandbox bills every-month or every-year.');
  return periods[period];
}
