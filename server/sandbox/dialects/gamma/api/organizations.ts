import { organization } from '../objects/organization.ts';
import { product } from '../objects/product.ts';
import type { Call, Route } from './call.ts';
import { notFound } from './errors.ts';
import { page } from './page.ts';

/** Those that the access token opens (the company's own), and what they sell. */
export const organizationRoutes: Route[] = [
  ['get', '/v1/organizations/', ({ query }) => page([organization], query, (each) => each)],
  ['get', '/v1/organizations/:id', retrieve],
  ['get', '/v1/products/', searchProducts],
  ['get', '/v1/products/:id', retrieveProduct],
];

function retrieve({ path }: Call): object {
  if (path.uuid('id') !== organization.id) throw notFound();
  return organization;
}

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
