import type { Books } from '../../core/books.ts';
import type { Checkout, Customer } from '../../core/records.ts';

const same = (email: string | null, other: string) => email?.toLowerCase() === other.toLowerCase();

/** The company has one customer for each email address. */
export function customerByEmail(company: Books, email: string): Customer | undefined {
  return company.store.all('customers').find((known) => known.deletedAt === null && same(known.email, email));
}

/** The trial days that this buyer gets: none after an earlier subscription, even if that customer was deleted. */
export function trialDays(company: Books, checkout: Pick<Checkout, 'trialDays'>, email: string): number {
  const buyers = company.store.all('customers').filter((known) => same(known.email, email));
  const ids = new Set(buyers.map(({ id }) => id));
  const returning = company.store.all('subscriptions').some(({ customerId }) => ids.has(customerId));
  return returning ? 0 : checkout.trialDays;
}
