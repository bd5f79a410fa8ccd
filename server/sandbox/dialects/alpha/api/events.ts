import type { Call, Route } from './call.ts';
import { missing } from './errors.ts';
import { page } from './page.ts';

export const eventRoutes: Route[] = [
  ['get', '/v1/events', search],
  ['get', '/v1/events/:id', retrieve],
];

function search({ company, given }: Call): object {
  given.only('type', 'types', 'limit', 'starting_after', 'created', 'ending_before', 'delivery_success');
  const type = given.text('type');
  const found = company.store.all('events').filter((event) => type === undefined || event.type === type);
  const { data, ...rest } = page(found, given, '/v1/events');
  return { ...rest, data: data.map((event) => JSON.parse(event.body) as object) };
}

function retrieve({ company, id }: Call): object {
  const event = company.store.get('events', id);
  if (!event) throw missing('event', id);
  return JSON.parse(event.body) as object;
}
