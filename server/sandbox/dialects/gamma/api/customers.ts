import type { Company } from '../../../core/company.ts';
import { createCustomer, deleteCustomer, updateCustomer } from '../../../core/customers.ts';
import type { Customer } from '../../../core/records.ts';
import { customer, customerByExternalId, customerState, liveCustomers } from '../objects/customer.ts';
import { paymentMethod } from '../objects/payment.ts';
import type { Call, Handler, Route } from './call.ts';
import { notFound, unusable } from './errors.ts';
import type { Given } from './given.ts';
import { page } from './page.ts';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** The company looks a domain up, and these are nobody's. */
const RESERVED = /\.(invalid|local|localhost|onion|test)$/i;

const routesFor = (path: string): Route[] => [
  ['get', path, withCustomer((found) => customer(found))],
  ['get', `${path}/state`, withCustomer((found, { company }) => customerState(company, found))],
  ['get', `${path}/payment-methods`, withCustomer(listCards)],
  ['patch', path, withCustomer((found, call) => customer(update(found, call)))],
  ['delete', path, withCustomer((found, { company }) => deleteCustomer(company, found.id)), 204],
];

/** The routes by external id come first, so that `external` is not taken for a customer id. */
export const customerRoutes: Route[] = [
  ['get', '/v1/customers/', search],
  ['post', '/v1/customers/', create, 201],
  ...routesFor('/v1/customers/external/:external_id'),
  ...routesFor('/v1/customers/:id'),
];

function withCustomer(run: (found: Customer, call: Call) => object): Handler {
  return (call) => {
    const found = inPath(call);
    if (!found) throw notFound();
    return run(found, call);
  };
}

function inPath({ company, path }: Call): Customer | undefined {
  if (path.has('external_id')) return customerByExternalId(company, path.required('external_id'));
  const { store } = company;
  const found = store.get(
    'customers',
    path.id('id', (id) => store.get('customers', id) !== undefined),
  );
  return found?.deletedAt === null ? found : undefined;
}

/** The customer of the body's `customer_id`. */
export function namedCustomer(company: Company, body: Given): Customer {
  const id = body.uuid('customer_id');
  const found = liveCustomers(company).find((candidate) => candidate.id === id);
  if (!found) throw unusable(['body', 'customer_id'], 'Customer does not exist.', id);
  return found;
}

function listCards({ id }: Customer, { company, query }: Call): object {
  const found = company.store.all('cards').filter(({ customerId }) => customerId === id);
  return page(found, query, paymentMethod);
}

function search({ company, query }: Call): object {
  const email = query.text('email')?.toLowerCase();
  const text = query.text('query')?.toLowerCase() ?? '';
  const found = liveCustomers(company)
    .filter((each) => email === undefined || each.email?.toLowerCase() === email)
    .filter(({ name, email: address, externalId }) => `${name} ${address} ${externalId}`.toLowerCase().includes(text));
  return page(found, query, customer);
}

function create({ company, body }: Call): object {
  const email = readEmail(body, body.required('email'));
  const externalId = body.text('external_id') ?? null;
  refuseTaken(company, { email, externalId });
  const fields = { email, externalId, name: body.text('name') ?? null, metadata: body.metadata() };
  return customer(createCustomer(company, fields));
}

function update(before: Customer, { company, body }: Call): Customer {
  const externalId = body.text('external_id') ?? before.externalId;
  if (before.externalId !== null && externalId !== before.externalId) {
    throw unusable(['body', 'external_id'], 'Customer external ID cannot be updated.', externalId);
  }
  const email = readEmail(body, body.text('email') ?? before.email ?? '');
  refuseTaken(company, { id: before.id, email, externalId });
  const metadata = body.has('metadata') ? body.metadata() : before.metadata;
  return updateCustomer(company, before.id, { email, externalId, name: body.text('name') ?? before.name, metadata });
}

/** One customer has an address, and one an external id. */
function refuseTaken(company: Company, { id, email, externalId }: Partial<Customer>): void {
  const others = liveCustomers(company).filter((each) => each.id !== id);
  if (others.some((each) => each.email?.toLowerCase() === email?.toLowerCase())) {
    throw unusable(['body', 'email'], 'A customer with this email address already exists.', email);
  }
  if (externalId !== null && others.some((each) => each.externalId === externalId)) {
    throw unusable(['body', 'external_id'], 'A customer with this external ID already exists.', externalId);
  }
}

function readEmail(body: Given, email: string): string {
  if (EMAIL.test(email) && !RESERVED.test(email)) return email;
  throw body.problem('email', 'value_error', 'value is not a valid email address');
}
