import { addPrice } from '../../../core/catalogue.ts';
import { taxBehaviors } from '../../../options.ts';
import { product } from '../objects/product.ts';
import type { Call, Route } from './call.ts';
import { notFound, unusable } from './errors.ts';
import { Given } from './given.ts';
import { page } from './page.ts';

export const productRoutes: Route[] = [
  ['get', '/v1/products/', searchProducts],
  ['post', '/v1/products/', create, 201],
  ['get', '/v1/products/:id', retrieveProduct],
];

function searchProducts({ company, query }: Call): object {
  const ids = query.texts('id');
  const recurring = query.flag('is_recurring');
  const found = company.prices
    .filter(({ id }) => ids.length === 0 || ids.includes(id))
    .filter(({ interval }) => recurring === undefined || recurring === (interval !== 'one_time'))
    .filter(() => query.flag('is_archived') !== true);
  return page(found, query, product);
}

function retrieveProduct({ company, path }: Call): object {
  const found = company.knownPrice(path.text('id') ?? '');
  if (!found) throw notFound();
  return product(found);
}

const AMOUNT = { min: 0, max: 999_999_999_999 };
const DAYS = { min: 1, max: 1_000 };

/** A product has one fixed price; 0 means free. */
function create({ company, body }: Call): object {
  const prices = body.value('prices');
  const [first, ...more] = Array.isArray(prices) ? prices : [];
  if (!first || more.length > 0) throw unusable(['body', 'prices'], 'The sandbox keeps one price a product.', prices);
  const price = new Given(first, 'body');
  if (price.oneOf('amount_type', ['fixed']) === undefined)
    throw price.problem('amount_type', 'missing', 'Field required');
  const amount = price.integer('price_amount', AMOUNT);
  if (amount === undefined) throw price.problem('price_amount', 'missing', 'Field required');
  if (body.has('trial_interval')) body.oneOf('trial_interval', ['day']);
  const made = addPrice(company, {
    label: body.required('name'),
    interval: body.oneOf('recurring_interval', ['month', 'year']) ?? 'one_time',
    amount,
    currency: price.text('price_currency') ?? 'usd',
    trialDays: body.integer('trial_interval_count', DAYS),
    taxBehavior: price.oneOf('tax_behavior', taxBehaviors),
    metadata: body.metadata(),
  });
  return product(made);
}
