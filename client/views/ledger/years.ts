import type { ShownPayment } from '../payments.ts';
import { add, subtract, zeroLike } from './decimals.ts';

type Counted = Pick<ShownPayment, 'status' | 'amount' | 'amountRefunded' | 'currency' | 'createdAt'>;

/** What was paid in one currency, what of it came back, and what is left. */
export interface Total {
  currency: string;
  paid: string;
  returned: string;
  net: string;
}

export interface LedgerYear<Payment extends Counted = ShownPayment> {
  year: number;
  payments: Payment[];
  /** One a currency, in the order of the newest payments; empty: nothing was paid. */
  totals: Total[];
}

/** Of one payment: what is not paid counts nothing, what the bank took back counts as returned. */
export function moneyOf({ status, amount, amountRefunded }: Counted): Omit<Total, 'currency'> {
  const none = zeroLike(amount);
  if (status === 'failed' || status === 'pending') return { paid: none, returned: none, net: none };
  const returned = status === 'disputed' ? amount : add(none, amountRefunded);
  return { paid: amount, returned, net: subtract(amount, returned) };
}

/**
 * Payments by the year in which they happened, in the reader's zone, the newest first. Without `complete`, older ones
 * are still to be loaded: the year that they may belong to is left out, so that no total is ever half of one.
 */
export function yearsOf<Payment extends Counted>(
  payments: readonly Payment[],
  complete: boolean,
): LedgerYear<Payment>[] {
  const years = new Map<number, Payment[]>();
  for (const payment of payments) {
    const year = new Date(payment.createdAt).getFullYear();
    years.set(year, [...(years.get(year) ?? []), payment]);
  }
  const found = [...years].map(([year, own]) => ({ year, payments: own, totals: totalsOf(own) }));
  return found.sort((a, b) => b.year - a.year).slice(0, complete ? undefined : -1);
}

function totalsOf(payments: readonly Counted[]): Total[] {
  const totals = new Map<string, Total>();
  for (const payment of payments) {
    const { currency, status } = payment;
    if (status === 'failed' || status === 'pending') continue;
    const own = moneyOf(payment);
    const none = zeroLike(payment.amount);
    const sum = totals.get(currency) ?? { paid: none, returned: none, net: none };
    totals.set(currency, {
      currency,
      paid: add(sum.paid, own.paid),
      returned: add(sum.returned, own.returned),
      net: add(sum.net, own.net),
    });
  }
  return [...totals.values()];
}
