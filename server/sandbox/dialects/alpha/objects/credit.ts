import type { Books } from '../../../core/books.ts';
import { sumOf } from '../../../core/invoices.ts';
import type { Customer, Invoice } from '../../../core/records.ts';

/**
 * What an invoice leaves below zero is the customer's balance, with which the next one begins; what changes left since
 * is among its lines. Here an invoice takes only what its own subscription left. docs.stripe.com/billing/customer/balance
 */
export function creditedLines(company: Books, of: Invoice) {
  const isCarried = of.lines.some(({ carried }) => carried);
  const starting = isCarried ? leftBy(lastBefore(company, of)) : 0;
  const lines = of.lines
    .map((line) => (line.carried ? { ...line, amount: line.amount - starting } : line))
    .filter(({ amount, carried }) => amount !== 0 || !carried);
  const sum = sumOf(lines);
  return { lines, sum, starting, ending: Math.min(0, starting + sum) };
}

/** Minor units: negative for a credit. */
export function balanceOf({ store }: Books, { id }: Customer): number {
  const owed = store.all('subscriptions').filter(({ customerId, pendingAmount }) => customerId === id && pendingAmount);
  const left = owed.map((subscription) =>
    leftBy(store.all('invoices').findLast(({ subscriptionId }) => subscriptionId === subscription.id)),
  );
  return left.reduce((sum, each) => sum + each, 0);
}

const leftBy = (of: Invoice | undefined) => (of ? Math.min(0, sumOf(of.lines)) : 0);

function lastBefore({ store }: Books, { id, subscriptionId }: Invoice): Invoice | undefined {
  const own = store.all('invoices').filter((each) => each.subscriptionId === subscriptionId);
  const at = own.findIndex((each) => each.id === id);
  // One that is only previewed follows all of them.
  return at < 0 ? own.at(-1) : own[at - 1];
}
