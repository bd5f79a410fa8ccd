import type { CreatedCustomer, CustomerInput, FoundCustomer } from '../calls.ts';
import { orNullIfUnknown, orRefusal, ProviderHttpError } from '../http.ts';
import { fields, key, statedUserIdOf } from '../read.ts';
import type { Send } from './api.ts';

/** Creem keeps one customer per address, and we can look one up only by address. */
export async function createCustomer(
  send: Send,
  { userId, userEmail, idIsTaken = false }: CustomerInput,
): Promise<CreatedCustomer | null> {
  const body = { email: userEmail, ...(idIsTaken ? {} : { external_id: userId }), metadata: { userId } };
  const created = await orRefusal(send('POST', '/v1/customers', body));
  if (!(created instanceof ProviderHttpError)) return { providerCustomerId: idIn(created.json), isNew: true };
  const found = await orNullIfUnknown(send('GET', `/v1/customers?${new URLSearchParams({ email: userEmail })}`));
  if (!found) throw created;
  return statedUserIdOf(found.json) === userId ? { providerCustomerId: idIn(found.json), isNew: false } : null;
}

function idIn(customer: unknown): string {
  const id = key(fields(customer).id);
  if (!id) throw new Error('The provider answered without a customer id');
  return id;
}

export async function findCustomers(send: Send, email: string): Promise<FoundCustomer[]> {
  const found = await orNullIfUnknown(send('GET', `/v1/customers?${new URLSearchParams({ email })}`));
  return found ? [{ providerCustomerId: idIn(found.json), statedUserId: statedUserIdOf(found.json) ?? null }] : [];
}

/** Existing metadata stays. */
export async function assignCustomer(send: Send, id: string, userId: string): Promise<void> {
  const { json } = await send('GET', `/v1/customers?${new URLSearchParams({ customer_id: id })}`);
  const metadata = { ...fields(fields(json).metadata), userId };
  await send('PATCH', '/v1/customers', { customer_id: id, metadata });
}

/** Creem's SDK names the address here and stores it in lower case; its reference doesn't name it. */
export async function changeCustomerAddress(send: Send, id: string, email: string): Promise<boolean> {
  const changed = await orRefusal(send('PATCH', '/v1/customers', { customer_id: id, email }));
  return !(changed instanceof ProviderHttpError) && sameAddress(fields(changed.json).email, email);
}

const sameAddress = (stored: unknown, email: string) =>
  typeof stored === 'string' && stored.toLowerCase() === email.toLowerCase();
