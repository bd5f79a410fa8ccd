import type { Company } from '../../../core/company.ts';
import { createCustomer, liveCustomer, subscriptionsOf } from '../../../core/customers.ts';
import { createPortal } from '../../../core/portals.ts';
import type { Customer } from '../../../core/records.ts';
import { customerByEmail } from '../buyers.ts';
import { customer } from '../objects/customer.ts';
import { chargedSubscription } from '../objects/subscription.ts';
import type { Call, Route } from './call.ts';
import { invalid, missing } from './errors.ts';
import type { Fields } from './fields.ts';
import { page, pageFields } from './page.ts';

export const customerRoutes: Route[] = [
  ['post', '/v1/customers', create],
  ['get', '/v1/customers', retrieve],
  ['post', '/v1/customers/billing', openBilling],
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

function openBilling({ company, body }: Call): object {
  const { id: customerId } = liveCustomer(company, body.only('customer_id').required('customer_id'));
  const { token } = createPortal(company, { customerId, returnUrl: null, flow: null });
  return { customer_portal_link: `${company.publicUrl}/portal/${token}` };
}

/** Also of a customer that was deleted. */
function listSubscriptions({ company, id, query }: Call): object {
  query.only(...pageFields);
  if (!company.store.get('customers', id)) throw missing('Customer');
  return page(subscriptionsOf(company, id), query, (each) => chargedSubscription(company, each));
}
