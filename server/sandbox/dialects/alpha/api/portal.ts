import type { Company } from '../../../core/company.ts';
import { createPortal } from '../../../core/portals.ts';
import type { PortalFlow } from '../../../core/records.ts';
import { liveSubscription } from '../../../core/subscription.ts';
import { configuration, portal } from '../objects/portal.ts';
import type { Call, Route } from './call.ts';
import { invalid, missing } from './errors.ts';
import { page } from './page.ts';
import type { Parameters } from './parameters.ts';

const CONFIGURATIONS = '/v1/billing_portal/configurations';

/** The sandbox has one fixed portal configuration: it can be read, but not created or changed. */
export const portalRoutes: Route[] = [
  ['post', '/v1/billing_portal/sessions', create],
  [
    'get',
    CONFIGURATIONS,
    ({ given }) => page([configuration()], given, { url: CONFIGURATIONS, by: ['active', 'is_default'] }),
  ],
  ['get', `${CONFIGURATIONS}/:id`, retrieveConfiguration],
];

function retrieveConfiguration({ id }: Call): object {
  if (id !== configuration().id) throw missing('configuration', id, 'configuration');
  return configuration();
}

function create({ company, given }: Call): object {
  given.only('customer', 'return_url', 'flow_data', 'configuration', 'locale', 'on_behalf_of');
  const customerId = given.required('customer');
  const returnUrl = given.address('return_url') ?? null;
  const flow = given.has('flow_data') ? readFlow(company, given.hash('flow_data'), customerId) : null;
  return portal(company, createPortal(company, { customerId, returnUrl, flow }));
}

const kinds = [
  'subscription_update_confirm',
  'subscription_update',
  'subscription_cancel',
  'payment_method_update',
] as const;

function readFlow(company: Company, data: Parameters, customerId: string): PortalFlow {
  data.only('type', 'after_completion', ...kinds);
  const type = data.oneOf('type', kinds);
  if (!type) throw invalid('Missing required param: flow_data[type].', 'flow_data[type]', 'parameter_missing');
  const doneUrl = data.hash('after_completion').hash('redirect').address('return_url') ?? null;
  if (type === 'payment_method_update') return { kind: 'card', doneUrl };
  const details = data.hash(type);
  const subscriptionId = details.required('subscription');
  const subscription = liveSubscription(company, subscriptionId);
  if (subscription.customerId !== customerId) throw invalid(`No such subscription: '${subscriptionId}'`, 'flow_data');
  if (type === 'subscription_cancel') return { kind: 'cancel', subscriptionId, doneUrl };
  if (type === 'subscription_update') return { kind: 'switch', subscriptionId, doneUrl };
  const [item] = details.items('items');
  if (!item || item.text('id') !== subscription.itemId)
    throw invalid('Name the subscription item to change.', 'flow_data');
  const priceId = item.text('price') ?? subscription.priceId;
  const quantity = item.integer('quantity', { min: 1 }) ?? subscription.quantity;
  company.price(priceId);
  return { kind: 'change', subscriptionId, priceId, quantity, doneUrl };
}
