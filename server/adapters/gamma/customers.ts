import type { CreatedCustomer, CustomerInput, FoundCustomer } from '../calls.ts';
import { orNullIfUnknown, orRefusal, ProviderHttpError, segment } from '../http.ts';
import { fields, key, list, statedUserIdOf } from '../read.ts';
import type { Send } from './api.ts';

/** Polar keeps one customer per address, and one per external id: ours is the user's id. */
export async function createCustomer(
  send: Send,
  { userId, userEmail, idIsTaken = false }: CustomerInput,
): Promise<CreatedCustomer | null> {
  const body = { email: userEmail, ...(idIsTaken ? {} : { external_id: userId }), metadata: { userId } };
  const created = await orRefusal(send('POST', '/v1/customers/', body));
  if (!(created instanceof ProviderHttpError)) return { providerCustomerId: idIn(created.json), isNew: true };
  const [own] = idIsTaken ? [] : await findCustomersOf(send, userId);
  if (own) return { providerCustomerId: own.providerCustomerId, isNew: false };
  const { json } = await send('GET', `/v1/customers/?${new URLSearchParams({ email: userEmail })}`);
  if (list(fields(json).items).length > 0) return null;
  throw created;
}

function idIn(customer: unknown): string {
  const id = key(fields(customer).id);
  if (!id) throw new Error('The provider answered without a customer id');
  return id;
}

export async function findCustomers(send: Send, email: string): Promise<FoundCustomer[]> {
  const { json } = await send('GET', `/v1/customers/?${new URLSearchParams({ email, limit: '100' })}`);
  return list(fields(json).items).map(toFound);
}

export async function findCustomersOf(send: Send, userId: string): Promise<FoundCustomer[]> {
  const found = await orNullIfUnknown(send('GET', `/v1/customers/external/${segment(userId)}`));
  return found ? [{ ...toFound(found.json), statedUserId: userId }] : [];
}

function toFound(customer: unknown): FoundCustomer {
  return { providerCustomerId: idIn(customer), statedUserId: statedUserIdOf(customer) ?? null };
}

/** Refused if another customer has the id already: then only our records link this one. */
export async function assignCustomer(send: Send, id: string, userId: string): Promise<void> {
  await orRefusal(send('PATCH', `/v1/customers/${segment(id)}`, { external_id: userId }));
}

export async function changeCustomerAddress(send: Send, id: string, email: string): Promise<boolean> {
  return !((await orRefusal(send('PATCH', `/v1/customers/${segment(id)}`, { email }))) instanceof ProviderHttpError);
}
