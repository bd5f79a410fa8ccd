import type { Company } from '../core/company.ts';
import { Refusal } from '../core/refusal.ts';
import { type Fact, factTypes, putRecords, recordsOf } from '../facts.ts';
import type { Input } from './input.ts';

/** Writes the records of one or more facts into the books, all or none, and emits nothing. */
export function noteFacts(company: Company, body: unknown): object {
  if (!Array.isArray(body)) return noteFact(company, body);
  return company.act(() => {
    for (const fact of body) noteFact(company, fact);
    return { facts: body.length };
  });
}

/** Leaves an existing customer unchanged, except that a fact can delete it. */
function noteFact(company: Company, body: unknown): object {
  const fact = body as Partial<Fact>;
  if (!factTypes.some((type) => type === fact?.type) || !fact.customer?.id || !fact.price?.id)
    throw new Refusal('invalid', 'A fact has a type, a customer with an id, and a price with an id');
  const { price } = fact;
  const records = recordsOf({ ...fact, at: fact.at ?? company.clock.now() } as Fact);
  return company.act(() => {
    const known = company.store.get('customers', records.customer.id);
    const { deletedAt } = records.customer;
    if (!company.store.get('prices', price.id)) company.store.put('prices', price);
    putRecords(
      company,
      known ? { ...records, customer: { ...known, deletedAt: deletedAt ?? known.deletedAt } } : records,
    );
    return { customerId: records.customer.id, subscriptionId: records.subscription?.id ?? null };
  });
}

/** Removes the records without a trace. */
export function forget(company: Company, input: Input): object {
  const tables = ['customers', 'subscriptions'] as const;
  const forgotten = tables.map((table) => [table, input.optional(table, (name) => input.texts(name)) ?? []] as const);
  company.act(() => {
    for (const [table, ids] of forgotten) for (const id of ids) company.store.remove(table, id);
  });
  return Object.fromEntries(forgotten.map(([table, ids]) => [table, ids.length]));
}
