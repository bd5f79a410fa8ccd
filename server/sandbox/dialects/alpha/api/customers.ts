import type { Company } from '../../../core/company.ts';
import { createCustomer, deleteCustomer, updateCustomer } from '../../../core/customers.ts';
import type { Customer } from '../../../core/records.ts';
import { testClock } from '../../../core/testClocks.ts';
import { customer, isGuest } from '../objects/customer.ts';
import type { Call, Route } from './call.ts';
import { missing } from './errors.ts';
import { page } from './page.ts';
import { mergeMetadata, type Parameters } from './parameters.ts';
import { cardFor, chargeTo } from './paymentMethods.ts';

const known = ['email', 'name', 'metadata', 'description', 'phone', 'invoice_settings'];

export const customerRoutes: Route[] = [
  ['post', '/v1/customers', create],
  ['get', '/v1/customers', list],
  ['get', '/v1/customers/:id', retrieve],
  ['post', '/v1/customers/:id', update],
  ['delete', '/v1/customers/:id', remove],
];

function create({ company, given }: Call): object {
  given.only(...known, 'payment_method', 'test_clock');
  const fields = { email: given.text('email') || null, name: given.text('name') || null };
  const clock = given.text('test_clock');
  const extra = { ...saidIn(given), ...(clock ? { testClock: testClock(company, clock).id } : {}) };
  const made = createCustomer(company, { ...fields, metadata: given.metadata(), extra });
  const method = given.text('payment_method');
  if (method) cardFor(company, made.id, method);
  chooseDefault(company, made.id, given);
  return customer(company, find(company, made.id));
}

const live = ({ store }: Company) =>
  store.all('customers').filter((found) => found.deletedAt === null && !isGuest(found));

function list({ company, given }: Call): object {
  return page(
    live(company).map((each) => customer(company, each)),
    given,
    { url: '/v1/customers', by: ['email', 'test_clock'] },
  );
}

function find(company: Company, id: string): Customer {
  const found = company.store.get('customers', id);
  if (!found || isGuest(found)) throw missing('customer', id);
  return found;
}

function retrieve({ company, id }: Call): object {
  const found = find(company, id);
  return found.deletedAt === null ? customer(company, found) : { id, object: 'customer', deleted: true };
}

function update({ company, id, given }: Call): object {
  given.only(...known);
  const before = stillThere(company, id);
  updateCustomer(company, id, {
    email: given.has('email') ? given.text('email') || null : before.email,
    name: given.has('name') ? given.text('name') || null : before.name,
    metadata: mergeMetadata(before.metadata, given.metadata()),
    extra: { ...before.extra, ...saidIn(given) },
  });
  chooseDefault(company, id, given);
  return customer(company, find(company, id));
}

function saidIn(given: Parameters): Record<string, string | null> {
  const said = ['description', 'phone'].filter((name) => given.has(name));
  return Object.fromEntries(said.map((name) => [name, given.text(name) || null]));
}

function chooseDefault(company: Company, id: string, given: Parameters): void {
  const method = given.hash('invoice_settings').only('default_payment_method').text('default_payment_method');
  if (method) chargeTo(company, id, method);
}

function remove({ company, id }: Call): object {
  stillThere(company, id);
  deleteCustomer(company, id);
  return { id, object: 'customer', deleted: true };
}

function stillThere(company: Company, id: string): Customer {
  const found = find(company, id);
  if (found.deletedAt !== null) throw missing('customer', id);
  return found;
}
