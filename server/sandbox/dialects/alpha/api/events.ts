import type { StoredEvent } from '../../../webhooks/records.ts';
import { thin } from '../message.ts';
import type { Call, Route } from './call.ts';
import { missing } from './errors.ts';
import { page } from './page.ts';

export const eventRoutes: Route[] = [
  ['get', '/v1/events', list],
  ['get', '/v1/events/:id', retrieve],
  ['get', '/v2/core/events/:id', retrieveThin],
];

interface Shown {
  id: string;
  type: string;
  created: number;
  data: { previous_attributes?: object; object: Record<string, unknown> };
}

const shown = ({ body }: StoredEvent) => JSON.parse(body) as Shown;

function list({ company, given }: Call): object {
  const types = given.texts('types');
  const found = company.store.all('events').filter(({ type }) => types.length === 0 || types.includes(type));
  return page(found.map(shown), given, { url: '/v1/events', by: ['type'], also: ['types'] });
}

function retrieve({ company, id }: Call): object {
  return shown(find(company, id));
}

/** The same occurrence as v2 shows it (docs.stripe.com/api/v2/core/events/object). */
function retrieveThin({ company, id }: Call): object {
  const event = find(company, id);
  const body = shown(event);
  return { ...thin({ id, type: event.type, body }, event.at), snapshot_event: id, changes: changesOf(body) };
}

function changesOf({ data: { previous_attributes: before, object } }: Shown): object | null {
  if (!before) return null;
  return { before, after: Object.fromEntries(Object.keys(before).map((name) => [name, object[name]])) };
}

function find({ store }: Call['company'], id: string): StoredEvent {
  const event = store.get('events', id);
  if (!event) throw missing('event', id);
  return event;
}
