import { endSubscription } from '../../../core/ending.ts';
import type { Subscription } from '../../../core/records.ts';
import { createSubscription } from '../../../core/subscribe.ts';
import { isEnded } from '../../../core/subscription.ts';
import { customerByExternalId } from '../objects/customer.ts';
import { subscription } from '../objects/subscription.ts';
import type { Call, Route } from './call.ts';
import { namedCustomer } from './customers.ts';
import { alreadyCanceled, notFound, unusable } from './errors.ts';
import { page } from './page.ts';
import { externalCustomer } from './sessions.ts';
import { updateSubscription } from './subscriptionUpdate.ts';

export const subscriptionRoutes: Route[] = [
  ['get', '/v1/subscriptions/', search],
  ['post', '/v1/subscriptions/', create, 201],
  ['get', '/v1/subscriptions/export', nothing],
  ['get', '/v1/subscriptions/:id', (call) => subscription(call.company, find(call))],
  ['patch', '/v1/subscriptions/:id', (call) => subscription(call.company, updateSubscription(call, find(call)))],
  ['delete', '/v1/subscriptions/:id', revoke],
];

/** Keeps paths of the company's that aren't supported from being taken for a subscription id. */
function nothing(): never {
  throw notFound();
}

function find({ company, path }: Call): Subscription {
  const { store } = company;
  const found = store.get(
    'subscriptions',
    path.id('id', (id) => store.get('subscriptions', id) !== undefined),
  );
  if (!found) throw notFound();
  return found;
}

/** A shop can create free subscriptions; paid ones need a checkout (server/polar/subscription/service.py). */
function create({ company, body }: Call): object {
  const id = body.required('product_id');
  const price = company.prices.find((each) => each.id === id);
  if (!price) throw unusable(['body', 'product_id'], 'Product does not exist.', id);
  if (price.interval === 'one_time') throw unusable(['body', 'product_id'], 'Product is not a recurring product.', id);
  if (price.amount > 0) {
    const message = 'Product is not free. The customer should go through a checkout to create a paid subscription.';
    throw unusable(['body', 'product_id'], message, id);
  }
  const { id: customerId } = body.has('external_customer_id')
    ? externalCustomer({ company, body })
    : namedCustomer(company, body);
  const terms = { customerId, priceId: id, quantity: 1, trialEnd: null, metadata: body.metadata() };
  return subscription(company, createSubscription(company, { ...terms, ifUnpaid: 'refuse' }));
}

/** `active=false` finds subscriptions that no longer grant access. */
function search({ company, query }: Call): object {
  const customerIds = [...query.texts('customer_id'), ...externalCustomerIds({ company, query })];
  const narrowed = query.has('customer_id') || query.has('external_customer_id');
  const products = query.texts('product_id');
  const active = query.flag('active');
  const matches = ({ customerId, priceId, status }: Subscription) =>
    (!narrowed || customerIds.includes(customerId)) &&
    (products.length === 0 || products.includes(priceId)) &&
    (active === undefined || active === givesAccess(status));
  return page(company.store.all('subscriptions').filter(matches), query, (each) => subscription(company, each));
}

function externalCustomerIds({ company, query }: Pick<Call, 'company' | 'query'>): string[] {
  return query.texts('external_customer_id').flatMap((id) => customerByExternalId(company, id)?.id ?? []);
}

function givesAccess(status: Subscription['status']): boolean {
  return status === 'active' || status === 'trialing' || status === 'past_due';
}

function revoke(call: Call): object {
  const found = find(call);
  if (isEnded(found)) throw alreadyCanceled();
  return subscription(call.company, endSubscription(call.company, found.id, 'immediately'));
}
