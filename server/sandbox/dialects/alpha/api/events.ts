import type { StoredEvent } from '../../../webhooks/records.ts';
import type { Call, Route } from './call.ts';
import { missing } from './errors.ts';
import { page } from './page.ts';

export const eventRoutes: Route[] = [
  ['get', '/v1/events', list],
  ['get', '/v1/events/:id', retrieve],
];

const shown = ({ body }: StoredEvent) => JSON.parse(body) as { id: string; type: string; created: number };

function list({ company, given }: Call): object {
  const types = given.texts('types');
  const found = company.store.all('events').filter(({ type }) => types.length === 0 || types.includes(type));
  return page(found.map(shown), given, { url: '/v1/events', by: ['type'], also: ['types'] });
}

function retrieve({ company, id }: Call): object {
  const event = company.store.get('events', id);
  if (!event) throw missing('event', id);
  return shown(event);
}
