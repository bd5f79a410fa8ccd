import { ORGANIZATION_ID } from '../ids.ts';
import type { Route } from './call.ts';
import { page } from './page.ts';

const organization = { id: ORGANIZATION_ID, name: 'Sandbox', slug: 'sandbox', created_at: '2026-01-01T00:00:00Z' };

/** Those that the access token opens: the company's own. */
export const organizationRoutes: Route[] = [
  ['get', '/v1/organizations/', ({ query }) => page([organization], query, (each) => each)],
];
