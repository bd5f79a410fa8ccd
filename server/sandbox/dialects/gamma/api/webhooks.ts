import type { Company } from '../../../core/company.ts';
import { endpointOf } from '../../../webhooks/endpoint.ts';
import { idOf, ORGANIZATION_ID } from '../ids.ts';
import type { Call, Route } from './call.ts';
import { notFound } from './errors.ts';
import { page } from './page.ts';

/** The one address that webhooks go to; the options of the sandbox say which. */
export const webhookRoutes: Route[] = [
  ['get', '/v1/webhooks/endpoints', ({ company, query }) => page([endpoint(company)], query, (each) => each)],
  ['get', '/v1/webhooks/endpoints/:id', retrieve],
];

const subjects: Record<string, string> = {
  checkout: 'created updated expired',
  customer: 'created updated deleted state_changed',
  order: 'created updated paid refunded',
  refund: 'created',
  subscription: 'created updated active canceled uncanceled revoked past_due cycled paused resumed',
};

const events = Object.entries(subjects).flatMap(([subject, words]) =>
  words.split(' ').map((word) => `${subject}.${word}`),
);

function endpoint({ options, store }: Company) {
  return {
    created_at: '2026-01-01T00:00:00Z',
    modified_at: null,
    id: idOf('webhook endpoint'),
    url: options.webhookUrl,
    name: null,
    format: 'raw',
    secret: options.webhookSecret,
    organization_id: ORGANIZATION_ID,
    events,
    enabled: !endpointOf(store).disabled,
  };
}

function retrieve({ company, path }: Call): object {
  const found = endpoint(company);
  if (path.uuid('id') !== found.id) throw notFound();
  return found;
}
