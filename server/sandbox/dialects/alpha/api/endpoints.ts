import {
  addEndpoint,
  changeEndpoint,
  endpointNamed,
  endpointsOf,
  type NewEndpoint,
  newSecret,
  removeEndpoint,
} from '../../../webhooks/endpoint.ts';
import type { Endpoint } from '../../../webhooks/records.ts';
import { destination, endpoint, OWN_ID } from '../objects/endpoint.ts';
import { API_VERSION } from '../version.ts';
import type { Call, Route } from './call.ts';
import { invalid, missing } from './errors.ts';
import { knowsEvent } from './eventNames.ts';
import { page } from './page.ts';
import { mergeMetadata, type Parameters } from './parameters.ts';

const MAX_ENDPOINTS = 16;
const V1 = '/v1/webhook_endpoints';
const V2 = '/v2/core/event_destinations';

/** Webhook endpoints of v1. Endpoints for thin events belong to v2 only. */
export const endpointRoutes: Route[] = [
  ['get', V1, list],
  ['post', V1, create],
  ['get', `${V1}/:id`, (call) => endpoint(snapshotEndpoint(call))],
  ['post', `${V1}/:id`, update],
  [
    'delete',
    `${V1}/:id`,
    (call) => ({ ...remove(call, snapshotEndpoint(call)), object: 'webhook_endpoint', deleted: true }),
  ],
  ['get', V2, listDestinations],
  ['post', V2, createDestination],
  ['get', `${V2}/:id`, (call) => destination(find(call), call.given.only('include').texts('include'))],
  ['post', `${V2}/:id`, updateDestination],
  ['post', `${V2}/:id/disable`, (call) => turn(call, true)],
  ['post', `${V2}/:id/enable`, (call) => turn(call, false)],
  ['delete', `${V2}/:id`, (call) => remove(call, find(call))],
];

const isSnapshot = ({ payload }: Endpoint) => payload === 'snapshot';

function find({ company, id }: Call): Endpoint {
  const found = endpointNamed(company, id, OWN_ID);
  if (!found) throw missing('webhook endpoint', id, 'webhook_endpoint');
  return found;
}

function snapshotEndpoint(call: Call): Endpoint {
  const found = find(call);
  if (!isSnapshot(found)) throw missing('webhook endpoint', call.id, 'webhook_endpoint');
  return found;
}

function list({ company, given }: Call): object {
  return page(endpointsOf(company).filter(isSnapshot).map(endpoint), given, { url: V1 });
}

function eventsIn(given: Parameters): string[] {
  const events = given.texts('enabled_events');
  if (events.length === 0)
    throw invalid('Missing required param: enabled_events.', 'enabled_events', 'parameter_missing');
  const unknown = events.find((name) => !knowsEvent(name));
  if (unknown) throw invalid(`Invalid enabled_events: ${unknown} is no event.`, 'enabled_events');
  return events;
}

/** Any version is sent in the shape of one, unless the options are strict. */
function versionIn({ company }: Call, given: Parameters, name: string): string | undefined {
  const version = given.text(name);
  const message = `The sandbox speaks the API version ${API_VERSION} alone: this endpoint asks for ${version}.`;
  if (company.options.strictVersion && version && version !== API_VERSION) throw invalid(message, name);
  return version;
}

function add({ company }: Call, made: NewEndpoint): Endpoint {
  if (endpointsOf(company).length < MAX_ENDPOINTS) return addEndpoint(company, made);
  throw invalid(`You have reached the maximum of ${MAX_ENDPOINTS} test webhook endpoints.`);
}

function create(call: Call): object {
  const given = call.given.only('url', 'enabled_events', 'api_version', 'description', 'metadata');
  const url = given.address('url') ?? given.required('url');
  const events = eventsIn(given);
  const apiVersion = versionIn(call, given, 'api_version') ?? null;
  const name = given.text('description') ?? null;
  const made = add(call, { url, secret: newSecret(), name, events, apiVersion, metadata: given.metadata() });
  return { ...endpoint(made), secret: made.secret };
}

function update(call: Call): object {
  const { company } = call;
  const given = call.given.only('url', 'enabled_events', 'disabled', 'description', 'metadata');
  const { id, metadata } = snapshotEndpoint(call);
  changeEndpoint(company, id, {
    url: given.address('url'),
    events: given.has('enabled_events') ? eventsIn(given) : undefined,
    disabled: given.flag('disabled'),
    name: given.text('description'),
    metadata: mergeMetadata(metadata, given.metadata()),
  });
  return endpoint(find(call));
}

function remove({ company, id: shown }: Call, { id }: Endpoint): object {
  removeEndpoint(company, id);
  return { id: shown };
}

function listDestinations({ company, given }: Call): object {
  const include = given.only('include', 'limit').texts('include');
  const data = endpointsOf(company).map((each) => destination(each, include));
  return { data: data.toReversed(), next_page_url: null, previous_page_url: null };
}

function createDestination(call: Call): object {
  const given = call.given.only(
    ...['type', 'name', 'description', 'enabled_events', 'event_payload', 'webhook_endpoint', 'metadata', 'include'],
    'snapshot_api_version',
  );
  if (given.required('type') !== 'webhook_endpoint') throw invalid('The sandbox sends to webhook endpoints.', 'type');
  const payload = given.oneOf('event_payload', ['snapshot', 'thin']);
  const url = given.hash('webhook_endpoint').address('url');
  if (!payload || !url)
    throw invalid('Name event_payload and webhook_endpoint[url].', payload ? 'webhook_endpoint' : 'event_payload');
  const apiVersion = versionIn(call, given, 'snapshot_api_version');
  const facts = {
    name: given.required('name'),
    metadata: given.metadata(),
    events: eventsIn(given),
    payload,
    apiVersion,
  };
  return destination(add(call, { url, secret: newSecret(), ...facts }), given.texts('include'));
}

function updateDestination(call: Call): object {
  const given = call.given.only('name', 'description', 'enabled_events', 'webhook_endpoint', 'metadata', 'include');
  const { id, metadata } = find(call);
  changeEndpoint(call.company, id, {
    url: given.hash('webhook_endpoint').address('url'),
    events: given.has('enabled_events') ? eventsIn(given) : undefined,
    name: given.text('name'),
    metadata: mergeMetadata(metadata, given.metadata()),
  });
  return destination(find(call), given.texts('include'));
}

function turn(call: Call, disabled: boolean): object {
  changeEndpoint(call.company, find(call).id, { disabled });
  return destination(find(call));
}
