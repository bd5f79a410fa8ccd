import { testCardFace } from '../core/cards.ts';
import type { Company } from '../core/company.ts';
import { addCard } from '../core/customers.ts';
import { Refusal } from '../core/refusal.ts';
import { type Fact, type FactRecords, factTypes, putRecords, recordsOf } from '../facts.ts';
import type { Input } from './input.ts';

/** Writes the records of one or more facts into the books, all or none, and emits nothing. */
export function noteFacts(company: Company, body: unknown): object {
  if (!Array.isArray(body)) return noteFact(company, body);
  return company.act(() => {
    for (const fact of body) noteFact(company, fact);
    return { facts: body.length };
  });
}

/**
 * Leaves an existing customer unchanged, except that a fact can delete it or give it its first card. A subscription keeps
 * its last bill.
 */
function noteFact(company: Company, body: unknown): object {
  const fact = body as Partial<Fact>;
  if (!factTypes.some((type) => type === fact?.type) || !fact.customer?.id || !fact.price?.id)
    throw new Refusal('invalid', 'A fact has a type, a customer with an id, and a price with an id');
  const { price } = fact;
  const records = recordsOf({ ...fact, at: fact.at ?? company.clock.now() } as Fact);
  return company.act(() => {
    if (!company.store.get('prices', price.id)) company.store.put('prices', price);
    putRecords(company, { ...records, ...kept(company, records) });
    const { id, cardId } = company.store.get('customers', records.customer.id) ?? records.customer;
    if (fact.customer?.card && cardId === null) addCard(company, id, testCardFace(fact.customer.card));
    return { customerId: id, subscriptionId: records.subscription?.id ?? null };
  });
}

function kept({ store }: Company, { customer, subscription }: FactRecords): Partial<FactRecords> {
  const known = store.get('customers', customer.id);
  const before = store.get('subscriptions', subscription?.id ?? '');
  const bill = before && subscription?.latestInvoiceId === null ? { latestInvoiceId: before.latestInvoiceId } : {};
  return {
    ...(known && { customer: { ...known, deletedAt: customer.deletedAt ?? known.deletedAt } }),
    ...(subscription && { subscription: { ...subscription, ...bill } }),
  };
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
