import { ORGANIZATION_ID } from '../ids.ts';
import { product } from '../objects/product.ts';
import type { Call, Route } from './call.ts';
import { notFound } from './errors.ts';
import { page } from './page.ts';

const organization = { id: ORGANIZATION_ID, name: 'Sandbox', slug: 'sandbox', created_at: '2026-01-01T00:00:00Z' };

/** Those that the access token opens (the company's own), and what they sell. */
export const organizationRoutes: Route[] = [
  ['get', '/v1/organizations/', ({ query }) => page([organization], query, (each) => each)],
  ['get', '/v1/products/:id', retrieveProduct],
];

function retrieveProduct({ company, path }: Call): object {
  const found = company.knownPrice(path.text('id') ?? '');
  if (!found) throw notFound();
  return product(found);
}
