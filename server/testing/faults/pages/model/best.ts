import { type Account, type Bill, DAY, RENEWAL_GRACE, rankOf, timeOf } from './books.ts';

export interface Best {
  plan: string;
  reason: string;
  until: number | null;
  renews?: boolean;
}

/** What may be used: the highest plan, and of equal ones what lasts longest. */
export function bestOf(account: Account, realities: readonly (Best & { gives: boolean })[]): Best {
  const given: Best[] = realities.filter(({ gives }) => gives);
  const owned = [...ownedIn(account), ...account.grants.map((grant) => ({ ...grant, reason: 'granted' }))];
  const lasting = owned.filter(({ until }) => until === null || until > account.now);
  return higherOf([...given, ...lasting]);
}

export const NOTHING: Best = { plan: 'free', reason: '', until: null };

export function higherOf(all: readonly Best[]): Best {
  const later = (a: Best, b: Best) => (lastOf(a) === lastOf(b) ? 0 : lastOf(b) - lastOf(a));
  return all.toSorted((a, b) => rankOf(b.plan) - rankOf(a.plan) || later(a, b))[0] ?? NOTHING;
}

/** What renews lasts some days longer, until the news of it. */
export const lastOf = ({ until, renews = false }: Best) =>
  (until ?? Number.POSITIVE_INFINITY) + (renews ? RENEWAL_GRACE : 0);

/** One-time purchases: a year each, one after the other. */
function ownedIn({ bills, disputes }: Account): Best[] {
  const isBack = (bill: Bill) =>
    bill.refunded >= bill.amount ||
    disputes.some(({ invoiceId, status }) => invoiceId === bill.id && status === 'lost');
  const ends = new Map<string, number>();
  for (const bill of bills) {
    if (bill.reason !== 'purchase' || bill.status !== 'paid' || isBack(bill)) continue;
    const paidAt = timeOf(bill.paidAt ?? '');
    ends.set(bill.plan, Math.max(paidAt, ends.get(bill.plan) ?? 0) + 365 * DAY);
  }
  return [...ends].map(([plan, until]) => ({ plan, reason: 'purchased', until }));
}
