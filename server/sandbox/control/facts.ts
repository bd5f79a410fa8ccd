import type { Company } from '../core/company.ts';
import { Refusal } from '../core/refusal.ts';
import { type Fact, factTypes, putRecords, recordsOf } from '../facts.ts';

/** Writes what a fact tells into the books, and tells nobody. A customer who is there already stays as they are. */
export function noteFact(company: Company, body: unknown): object {
  const fact = body as Partial<Fact>;
  if (!factTypes.some((type) => type === fact?.type) || !fact.customer?.id || !fact.price?.id)
    throw new Refusal('invalid', 'A fact has a type, a customer with an id, and a price with an id');
  const { price } = fact;
  const records = recordsOf({ ...fact, at: fact.at ?? company.clock.now() } as Fact);
  return company.act(() => {
    const known = company.store.get('customers', records.customer.id);
    if (!company.store.get('prices', price.id)) company.store.put('prices', price);
    putRecords(company, known ? { ...records, customer: known } : records);
    return { customerId: records.customer.id, subscriptionId: records.subscription?.id ?? null };
  });
}
