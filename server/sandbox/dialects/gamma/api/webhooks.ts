import {
  addEndpoint,
  changeEndpoint,
  endpointNamed,
  endpointsOf,
  newSecret,
  removeEndpoint,
  shownId,
} from '../../../webhooks/endpoint.ts';
import type { Delivery, Endpoint, StoredEvent } from '../../../webhooks/records.ts';
import { idOf, ORGANIZATION_ID } from '../ids.ts';
import { iso } from '../time.ts';
import type { Call, Route } from './call.ts';
import { notFound, unusable } from './errors.ts';
import type { Given } from './given.ts';
import { page } from './page.ts';

/** The id of the endpoint from the sandbox's options. */
const OWN_ID = idOf('webhook endpoint');
const PATH = '/v1/webhooks/endpoints';

export const webhookRoutes: Route[] = [
  ['get', '/v1/webhooks/deliveries', listDeliveries],
  ['get', PATH, ({ company, query }) => page(endpointsOf(company), query, endpoint)],
  ['post', PATH, create, 201],
  ['get', `${PATH}/:id`, (call) => endpoint(find(call))],
  ['patch', `${PATH}/:id`, update],
  ['delete', `${PATH}/:id`, remove, 204],
  ['patch', `${PATH}/:id/secret`, resetSecret],
];

const subjects: Record<string, string> = {
  benefit: 'created updated',
  benefit_grant: 'created cycled revoked updated',
  checkout: 'created updated expired',
  customer: 'created updated deleted state_changed',
  customer_seat: 'assigned claimed revoked',
  member: 'created updated deleted',
  order: 'created updated paid refunded',
  organization: 'updated',
  product: 'created updated',
  refund: 'created updated',
  subscription: 'created updated active canceled uncanceled revoked past_due cycled paused resumed',
};

/** All that the company publishes; the README names those that are never sent. */
export const polarEvents = Object.entries(subjects).flatMap(([subject, words]) =>
  words.split(' ').map((word) => `${subject}.${word}`),
);

/** A delivery that the fault `drop` lost counts as attempted by the company. */
function listDeliveries({ company, query }: Call): object {
  const [from, until] = [query.time('start_timestamp') ?? 0, query.time('end_timestamp') ?? Number.MAX_SAFE_INTEGER];
  const succeeded = query.flag('succeeded');
  const tried = company.store.all('deliveries').flatMap((delivery) => {
    const event = company.store.get('events', delivery.eventId);
    const isAsked = succeeded === undefined || succeeded === (delivery.status === 'delivered');
    const isTried = delivery.status !== 'pending' || delivery.attempts.length > 0;
    return event && isAsked && isTried && event.at >= from && event.at < until ? [{ delivery, event }] : [];
  });
  return page(tried, query, deliveryOf);
}

function deliveryOf({ delivery, event }: { delivery: Delivery; event: StoredEvent }) {
  const times = { created_at: iso(event.at), modified_at: null };
  const { status = null, answer = 'The endpoint could not be reached' } = delivery.attempts.at(-1) ?? {};
  const succeeded = delivery.status === 'delivered';
  return {
    ...times,
    id: delivery.id.replace('dlv_', ''),
    succeeded,
    http_code: status,
    response: answer,
    webhook_event: {
      ...times,
      id: event.id,
      last_http_code: status,
      succeeded,
      skipped: false,
      payload: event.body,
      type: event.type,
      is_archived: false,
    },
  };
}

function endpoint(of: Endpoint) {
  return {
    created_at: iso(of.createdAt),
    modified_at: null,
    id: shownId(of, OWN_ID),
    url: of.url,
    name: of.name,
    format: 'raw',
    secret: of.secret,
    organization_id: ORGANIZATION_ID,
    events: of.events ?? polarEvents,
    enabled: !of.disabled,
  };
}

function find({ company, path }: Call): Endpoint {
  const found = endpointNamed(company, path.uuid('id') ?? '', OWN_ID);
  if (!found) throw notFound();
  return found;
}

function eventsIn(body: Given): string[] | undefined {
  if (!body.has('events')) return undefined;
  const events = body.texts('events');
  const odd = events.findIndex((name) => !polarEvents.includes(name));
  if (odd >= 0)
    throw unusable(['body', 'events', odd], `Input should be one of ${polarEvents.join(', ')}`, events[odd]);
  return events;
}

function rawOnly(body: Given): void {
  const format = body.oneOf('format', ['raw', 'discord', 'slack']) ?? 'raw';
  if (format !== 'raw') throw unusable(['body', 'format'], 'The sandbox sends raw webhooks alone.', format);
}

function create({ company, body }: Call): object {
  const url = body.address('url') ?? body.required('url');
  body.required('format');
  rawOnly(body);
  const events = eventsIn(body);
  if (!events) throw body.problem('events', 'missing', 'Field required');
  const name = body.text('name') ?? null;
  return endpoint(addEndpoint(company, { url, name, events, secret: newSecret('polar_whs_') }));
}

function update(call: Call): object {
  const { company, body } = call;
  rawOnly(body);
  const enabled = body.flag('enabled');
  changeEndpoint(company, find(call).id, {
    url: body.address('url'),
    name: body.text('name'),
    events: eventsIn(body),
    ...(enabled === undefined ? {} : { disabled: !enabled, failedInRow: 0 }),
  });
  return endpoint(find(call));
}

function remove(call: Call): object {
  removeEndpoint(call.company, find(call).id);
  return {};
}

/** The new secret is used immediately. */
function resetSecret(call: Call): object {
  changeEndpoint(call.company, find(call).id, { secret: newSecret('polar_whs_') });
  return endpoint(find(call));
}
