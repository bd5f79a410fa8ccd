import type { CustomerInput } from '../calls.ts';
import { orNullIfUnknown, orRefusal, ProviderHttpError } from '../http.ts';
import { fields, key, ownerOf } from '../read.ts';
import type { Send } from './api.ts';

/** Creem keeps one customer an address, and finds it by nothing else that we know. */
export async function createCustomer(send: Send, { userId, userEmail }: CustomerInput): Promise<string | null> {
  const body = { email: userEmail, external_id: userId, metadata: { userId } };
  const created = await orRefusal(send('POST', '/v1/customers', body));
  if (!(created instanceof ProviderHttpError)) return idIn(created.json);
  const found = await orNullIfUnknown(send('GET', `/v1/customers?${new URLSearchParams({ email: userEmail })}`));
  if (!found) throw created;
  return ownerOf(found.json) === userId ? idIn(found.json) : null;
}

function idIn(customer: unknown): string {
  const id = key(fields(customer).id);
  if (!id) throw new Error('The provider answered without a customer id');
  return id;
}
