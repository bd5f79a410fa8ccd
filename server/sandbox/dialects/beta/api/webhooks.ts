import {
  addEndpoint,
  changeEndpoint,
  endpointNamed,
  endpointsOf,
  newSecret,
  removeEndpoint,
  shownId,
} from '../../../webhooks/endpoint.ts';
import type { Endpoint } from '../../../webhooks/records.ts';
import type { Call, Route } from './call.ts';
import { invalid, missing } from './errors.ts';
import type { Fields } from './fields.ts';
import { page, pageFields } from './page.ts';

/** The id of the endpoint from the sandbox's options. */
const OWN_ID = 'wh_sandbox';

export const webhookRoutes: Route[] = [
  ['get', '/v1/webhooks', ({ company, query }) => page(endpointsOf(company), query.only(...pageFields), endpoint)],
  ['post', '/v1/webhooks', create],
  ['get', '/v1/webhooks/:id', (call) => endpoint(find(call))],
  ['patch', '/v1/webhooks/:id', update],
  ['delete', '/v1/webhooks/:id', remove],
  ['get', '/v1/webhooks/:id/secret', (call) => ({ id: call.id, secret: find(call).secret })],
];

/** All that the company publishes; the README names those that are never sent. */
export const creemEvents = [
  ...['checkout.completed', 'refund.created', 'dispute.created', 'subscription.active', 'subscription.trialing'],
  ...['subscription.canceled', 'subscription.scheduled_cancel', 'subscription.paid', 'subscription.expired'],
  ...['subscription.unpaid', 'subscription.update', 'subscription.past_due', 'subscription.paused'],
  ...['customer_credits.exhausted', 'credits.granted', 'credits.consumed', 'credits.auto_recharged'],
];

function endpoint(of: Endpoint) {
  return {
    id: shownId(of, OWN_ID),
    object: 'webhook',
    store_id: 'sto_sandbox',
    name: of.name,
    url: of.url,
    delivery_mode: 'http',
    status: of.disabled ? 'disabled' : 'enabled',
    events: of.events ?? creemEvents,
    mode: 'test',
  };
}

function find({ company, id }: Call): Endpoint {
  const found = endpointNamed(company, id, OWN_ID);
  if (!found) throw missing('Webhook');
  return found;
}

/** undefined: all events. */
function eventsIn(body: Fields): string[] | undefined {
  if (!body.has('events')) return undefined;
  const events = body.texts('events');
  if (events.some((name) => !creemEvents.includes(name))) {
    throw invalid(`each value in events must be one of the following values: ${creemEvents.join(', ')}`);
  }
  return events;
}

function create({ company, body }: Call): object {
  body.only('url', 'delivery_mode', 'name', 'events');
  if (body.oneOf('delivery_mode', ['http', 'cli']) === 'cli') throw invalid('The sandbox delivers by HTTP alone.');
  const url = body.address('url') ?? body.required('url');
  const secret = newSecret();
  const made = addEndpoint(company, { url, secret, name: body.text('name') ?? null, events: eventsIn(body) });
  return { ...endpoint(made), secret };
}

function update(call: Call): object {
  const { company, body } = call;
  const status = body.only('url', 'name', 'status', 'events').oneOf('status', ['enabled', 'disabled']);
  changeEndpoint(company, find(call).id, {
    url: body.address('url'),
    name: body.text('name'),
    events: eventsIn(body),
    disabled: status === undefined ? undefined : status === 'disabled',
  });
  return endpoint(find(call));
}

function remove(call: Call): object {
  const found = find(call);
  removeEndpoint(call.company, found.id);
  return endpoint(found);
}
