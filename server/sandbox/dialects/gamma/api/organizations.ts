import { organization } from '../objects/organization.ts';
import type { Call, Route } from './call.ts';
import { notFound } from './errors.ts';
import { page } from './page.ts';

/** Those that the access token opens: the company's own. */
export const organizationRoutes: Route[] = [
  ['get', '/v1/organizations/', ({ query }) => page([organization], query, (each) => each)],
  ['get', '/v1/organizations/:id', retrieve],
];

function retrieve({ path }: Call): object {
  if (path.uuid('id') !== organization.id) throw notFound();
  return organization;
}
