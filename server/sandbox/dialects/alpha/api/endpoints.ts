import type { Company } from '../../../core/company.ts';
import { endpointOf } from '../../../webhooks/endpoint.ts';
import { endpoint } from '../objects/endpoint.ts';
import type { Call, Route } from './call.ts';
import { invalid, missing } from './errors.ts';
import { page } from './page.ts';

/** The one address that webhooks go to; the options of the sandbox say which. */
export const endpointRoutes: Route[] = [
  [
    'get',
    '/v1/webhook_endpoints',
    ({ company, given }) => page([shown(company)], given, { url: '/v1/webhook_endpoints' }),
  ],
  ['post', '/v1/webhook_endpoints', refuse],
  ['get', '/v1/webhook_endpoints/:id', (call) => find(call)],
  ['post', '/v1/webhook_endpoints/:id', update],
];

const shown = ({ options, store }: Company) => endpoint(options.webhookUrl, endpointOf(store));

function find({ company, id }: Call) {
  const found = shown(company);
  if (found.id !== id) throw missing('webhook endpoint', id, 'webhook_endpoint');
  return found;
}

function refuse(): never {
  throw invalid('You have reached the maximum of 1 test webhook endpoints.');
}

function update(call: Call): object {
  const { company, given } = call;
  find(call);
  given.only('enabled_events', 'disabled', 'description', 'metadata');
  const events = given.texts('enabled_events');
  const disabled = given.flag('disabled');
  company.store.put('endpoint', {
    ...endpointOf(company.store),
    ...(events.length === 0 ? {} : { events: events.includes('*') ? undefined : events }),
    ...(disabled === undefined ? {} : { disabled }),
  });
  return shown(company);
}
