import type { Company } from '../../../core/company.ts';
import { endpointOf } from '../../../webhooks/endpoint.ts';
import type { Call, Route } from './call.ts';
import { missing } from './errors.ts';
import { page, pageFields } from './page.ts';

/** The one address that webhooks go to; the options of the sandbox say which. */
export const webhookRoutes: Route[] = [
  ['get', '/v1/webhooks', ({ company, query }) => page([endpoint(company)], query.only(...pageFields), (each) => each)],
  ['get', '/v1/webhooks/:id', (call) => find(call)],
  ['get', '/v1/webhooks/:id/secret', (call) => ({ id: find(call).id, secret: call.company.options.webhookSecret })],
];

const events = [
  ...['checkout.completed', 'refund.created', 'dispute.created', 'subscription.active', 'subscription.trialing'],
  ...['subscription.canceled', 'subscription.scheduled_cancel', 'subscription.paid', 'subscription.expired'],
  ...['subscription.unpaid', 'subscription.update', 'subscription.past_due', 'subscription.paused'],
];

function endpoint({ options, store }: Company) {
  return {
    id: 'wh_sandbox',
    object: 'webhook',
    store_id: 'sto_sandbox',
    name: 'Sandbox',
    url: options.webhookUrl,
    delivery_mode: 'http',
    status: endpointOf(store).disabled ? 'disabled' : 'enabled',
    events,
    mode: 'test',
  };
}

function find({ company, id }: Call) {
  const found = endpoint(company);
  if (found.id !== id) throw missing('Webhook');
  return found;
}
