import type { Company } from '../../../core/company.ts';
import { currentSwitches } from '../../../webhooks/outbox.ts';
import { organization } from '../objects/organization.ts';
import type { Call, Route } from './call.ts';
import { notFound } from './errors.ts';
import { page } from './page.ts';

/** The organizations of the access token: only the company's own. */
export const organizationRoutes: Route[] = [
  ['get', '/v1/organizations/', ({ company, query }) => page([ours(company)], query, (each) => each)],
  ['get', '/v1/organizations/:id', retrieve],
];

function ours({ store }: Company) {
  return { ...organization, id: currentSwitches(store).account ?? organization.id };
}

function retrieve({ company, path }: Call): object {
  const own = ours(company);
  if (path.uuid('id') !== own.id) throw notFound();
  return own;
}
