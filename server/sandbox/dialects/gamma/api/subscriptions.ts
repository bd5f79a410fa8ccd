import { endSubscription } from '../../../core/ending.ts';
import type { Subscription } from '../../../core/records.ts';
import { isEnded } from '../../../core/subscription.ts';
import { customerByExternalId } from '../objects/customer.ts';
import { subscription } from '../objects/subscription.ts';
import type { Call, Route } from './call.ts';
import { alreadyCanceled, notFound } from './errors.ts';
import { page } from './page.ts';
import { updateSubscription } from './subscriptionUpdate.ts';

export const subscriptionRoutes: Route[] = [
  ['get', '/v1/subscriptions/', search],
  ['get', '/v1/subscriptions/:id', (call) => subscription(call.company, find(call))],
  ['patch', '/v1/subscriptions/:id', (call) => subscription(call.company, updateSubscription(call, find(call)))],
  ['delete', '/v1/subscriptions/:id', revoke],
];

function find({ company, path }: Call): Subscription {
  const found = company.store.get('subscriptions', path.uuid('id') ?? '');
  if (!found) throw notFound();
  return found;
}

/** `active=false` finds those that give no access any more. */
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
