import type { Company } from '../../../core/company.ts';
import { createCustomer, liveCustomer, subscriptionsOf, updateCustomer } from '../../../core/customers.ts';
import { createPortal } from '../../../core/portals.ts';
import type { Customer } from '../../../core/records.ts';
import { customerByEmail } from '../buyers.ts';
import { customer } from '../objects/customer.ts';
import { order } from '../objects/order.ts';
import { chargedSubscription } from '../objects/subscription.ts';
import type { Call, Route } from './call.ts';
import { invalid, missing } from './errors.ts';
import type { Fields } from './fields.ts';
import { page, pageFields } from './page.ts';

export const customerRoutes: Route[] = [
  ['post', '/v1/customers', create],
  ['get', '/v1/customers', retrieve],
  ['patch', '/v1/customers', update],
  ['get', '/v1/customers/list', list],
  ['post', '/v1/customers/billing', openBilling],
  ['get', '/v1/customers/:id/orders', listOrders],
  ['get', '/v1/customers/:id/subscriptions', listSubscriptions],
];

function create({ company, body }: Call): object {
  body.only('email', 'name', 'external_id', 'metadata');
  const email = body.required('email');
  if (customerByEmail(company, email)) throw invalid('A customer with this email already exists.');
  const named = { name: body.text('name') ?? null, externalId: body.text('external_id') ?? null };
  return customer(createCustomer(company, { email, ...named, metadata: body.metadata() }));
}

function retrieve({ company, query }: Call): object {
  const found = find(company, query.only('customer_id', 'email'));
  if (!found || found.deletedAt !== null) throw missing('Customer');
  return customer(found);
}

function find(company: Company, query: Fields): Customer | undefined {
  const id = query.text('customer_id');
  if (id) return company.store.get('customers', id);
  return customerByEmail(company, query.required('email'));
}

function list({ company, query }: Call): object {
  query.only(...pageFields);
  const found = company.store.all('customers').filter(({ deletedAt }) => deletedAt === null);
  return page(found, query, customer);
}

function update({ company, body }: Call): object {
  body.only('customer_id', 'name', 'email', 'external_id', 'metadata');
  const before = liveCustomer(company, body.required('customer_id'));
  const email = body.text('email') ?? before.email;
  const taken = email === null ? undefined : customerByEmail(company, email);
  if (taken && taken.id !== before.id) throw invalid('A customer with this email already exists.');
  const named = { name: body.text('name') ?? before.name, externalId: body.text('external_id') ?? before.externalId };
  const metadata = body.has('metadata') ? body.metadata() : before.metadata;
  return customer(updateCustomer(company, before.id, { email, ...named, metadata }));
}

/** One order for each completed checkout. */
function listOrders({ company, id, query }: Call): object {
  query.only(...pageFields);
  if (!company.store.get('customers', id)) throw missing('Customer');
  const found = company.store.all('checkouts').filter((each) => each.customerId === id && each.status === 'complete');
  return page(found, query, (each) => order(company, each));
}

function openBilling({ company, body }: Call): object {
  const { id: customerId } = liveCustomer(company, body.only('customer_id').required('customer_id'));
  const { token } = createPortal(company, { customerId, returnUrl: null, flow: null });
  return { customer_portal_link: `${company.publicUrl}/portal/${token}` };
}

/** Also finds a deleted customer. */
function listSubscriptions({ company, id, query }: Call): object {
  query.only(...pageFields);
  if (!company.store.get('customers', id)) throw missing('Customer');
  return page(subscriptionsOf(company, id), query, (each) => chargedSubscription(company, each));
}
