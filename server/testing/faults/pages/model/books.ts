import type { Truth } from '../../../../sandbox/testing.ts';

/*
 * What is true of a subscription by the company's own records and the access rules of `server/docs/plans.md`, written a
 * second time: nothing here is shared with the service or its pages. Times are Unix milliseconds, amounts minor units.
 */

export type Sold = Truth['subscriptions'][number];
export type Bill = Truth['invoices'][number];

export interface Terms {
  plan: string;
  interval: string;
  quantity: number;
  /** Of a whole period, without discounts. */
  price: number;
}

export type Next =
  | { kind: 'none' }
  | ({ kind: 'charge' | 'first'; at: number; amount: number } & Omit<Terms, 'price'>)
  | { kind: 'pauses'; at: number }
  | { kind: 'late'; at: number; amount: number }
  | { kind: 'due' | 'awaited'; since: number; amount: number };

export interface Reality {
  id: string;
  kind: string;
  plan: string;
  /** By itself or, in `usable`, by whatever else the owner has. */
  reason: string;
  usable: boolean;
  until: number | null;
  next: Next;
  ends: number | null;
}

export interface Use {
  reason: string;
  gives: boolean;
  until: number | null;
  /** It goes on after that, unless something happens. */
  renews?: boolean;
}

export const DAY = 86_400_000;
const HOUR = 3_600_000;
const GRACE = 7 * DAY;
export const RENEWAL_GRACE = 3 * DAY;
const ranks = ['free', 'starter', 'pro', 'enterprise'];
export const rankOf = (plan: string) => ranks.indexOf(plan);

export const timeOf = (iso: string) => Date.parse(iso);
const timeIfAny = (iso: string | null) => (iso === null ? null : timeOf(iso));

export const isOver = ({ status }: Sold) => status === 'canceled' || status === 'incomplete_expired';

/** What each subscription was in its present period: what is bought holds until the period ends. */
export class Memory {
  private readonly had = new Map<string, Terms & { since: string }>();

  /** To be called whenever the books may have changed. */
  note(subscriptions: readonly Sold[]): void {
    for (const sold of subscriptions) {
      const known = this.had.get(sold.id);
      const price = termsOf(sold);
      if (known?.since === sold.currentPeriodStart && (isOver(sold) || known.price >= price.price)) continue;
      this.had.set(sold.id, { ...price, since: sold.currentPeriodStart });
    }
  }

  of(sold: Sold): Terms {
    return this.had.get(sold.id) ?? termsOf(sold);
  }
}

function termsOf({ plan, interval, quantity, amount }: Sold): Terms {
  return { plan, interval, quantity, price: amount };
}

export interface Grant {
  id: string;
  plan: string;
  /** null: no end. */
  until: number | null;
}

export interface Account {
  subscriptions: Sold[];
  bills: Bill[];
  /** As far as the company tells of them. */
  disputes: Truth['disputes'];
  /** Plans that an operator gave, and did not take back. */
  grants: Grant[];
  /** A trial that is set to end is one no more, by the company's words. */
  hidesTrials: boolean;
  /** The company takes an end at once to be one of the access, too, whatever was paid. */
  endsAtOnce: boolean;
  now: number;
}

/** A person's, and of the organisation whose member they are. */
export interface Holder extends Account {
  organisation: Account | null;
  /** They pay for it. */
  isPayer: boolean;
}

/** Of one subscription, for itself. */
export function realityOf(account: Account, memory: Memory, sold: Sold): Omit<Reality, 'usable'> & { gives: boolean } {
  const { plan } = memory.of(sold);
  const use = usageOf(account, sold);
  return {
    id: sold.id,
    plan,
    ...use,
    kind: kindOf(account, sold, use),
    next: nextOf(account, sold),
    ends: endOf(sold, use),
  };
}

function usageOf(account: Account, sold: Sold): Use {
  const end = timeOf(sold.currentPeriodEnd);
  const money = moneyOf(account, sold);
  const no = (reason: string): Use => ({ reason, gives: false, until: null });
  if (isOver(sold)) {
    if (money.returned) return no(money.returned);
    const isEarly = (timeIfAny(sold.endedAt) ?? end) < end;
    const isLeft = !account.endsAtOnce && isEarly && money.paid && !money.refundedAny && end > account.now;
    return isLeft ? { reason: 'canceled', gives: true, until: end } : no('not_live');
  }
  if (money.returned) return no(money.returned);
  if (sold.status === 'paused') return no('paused');
  if (sold.status === 'past_due' || sold.status === 'unpaid') {
    const since = openBill(account, sold)?.createdAt ?? sold.currentPeriodStart;
    const until = timeOf(since) + GRACE;
    return until > account.now ? { reason: 'past_due_grace', gives: true, until } : no('past_due_expired');
  }
  // While the news of a renewal is on its way, the paid time lasts some days longer.
  const renews = sold.cancelAt === null;
  if (end + (renews ? RENEWAL_GRACE : 0) <= account.now) return no('period_over');
  const isHidden = account.hidesTrials && !renews;
  return { reason: isHidden ? 'active' : sold.status, gives: true, until: end, renews };
}

/** What was paid for the running period, and what of it went back. */
function moneyOf({ bills, disputes }: Account, sold: Sold) {
  const since = timeOf(sold.currentPeriodStart) - HOUR;
  const paid = bills.filter(
    ({ subscriptionId, status, paidAt, amount }) =>
      subscriptionId === sold.id && status === 'paid' && amount > 0 && timeOf(paidAt ?? '') >= since,
  );
  const lost = paid.filter(({ id }) => disputes.some((each) => each.invoiceId === id && each.status === 'lost'));
  const sum = paid.reduce((total, { amount }) => total + amount, 0);
  const back = paid.filter((bill) => !lost.includes(bill)).reduce((total, { refunded }) => total + refunded, 0);
  const returned = back > 0 && back >= sum ? 'refunded' : lost.length > 0 ? 'disputed' : null;
  return { paid: paid.length > 0, refundedAny: back > 0, returned };
}

function openBill({ bills }: Account, sold: Sold): Bill | undefined {
  return bills.findLast(({ subscriptionId, status }) => subscriptionId === sold.id && status === 'open');
}

function kindOf({ now }: Account, sold: Sold, { gives, until }: Use): string {
  if (isOver(sold)) return gives && until !== null && until > now ? 'paid_left' : 'ended';
  if (sold.status === 'paused') return 'paused';
  if (sold.status === 'past_due' || sold.status === 'unpaid') return 'past_due';
  if (!gives) return 'no_access';
  if (sold.cancelAt !== null) return 'ending';
  return sold.status === 'trialing' ? 'trial' : 'active';
}

function endOf(sold: Sold, { gives, until }: Use): number | null {
  if (!isOver(sold)) return timeIfAny(sold.cancelAt);
  return gives ? until : timeIfAny(sold.endedAt);
}

function nextOf(account: Account, sold: Sold): Next {
  const at = timeOf(sold.currentPeriodEnd);
  if (isOver(sold) || sold.status === 'paused') return { kind: 'none' };
  if (sold.status === 'past_due' || sold.status === 'unpaid') {
    const bill = openBill(account, sold);
    return { kind: 'due', since: timeOf(bill?.createdAt ?? sold.currentPeriodStart), amount: bill?.amount ?? 0 };
  }
  if (sold.cancelAt !== null && timeOf(sold.cancelAt) <= at) return { kind: 'none' };
  if (sold.pausesAtPeriodEnd) return { kind: 'pauses', at };
  const { plan, interval, quantity, amount } = sold.scheduled ?? sold;
  const due = Math.max(0, amount + sold.balance);
  if (at <= account.now) return { kind: 'late', at, amount: due - discountOf(sold, due, at) };
  const kind = sold.status === 'trialing' ? 'first' : 'charge';
  return { kind, at, amount: due - discountOf(sold, due, at), plan, interval, quantity };
}

function discountOf({ discount }: Sold, amount: number, at: number): number {
  if (!discount || (discount.until !== null && timeOf(discount.until) <= at)) return 0;
  return Math.min(amount, discount.amount ?? Math.round((amount * (discount.percent ?? 0)) / 100));
}
