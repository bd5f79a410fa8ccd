import type { SubscriptionView } from '../trpc.ts';
import { add } from './ledger/decimals.ts';

export interface Discount {
  /** What is paid, and what it would be without: decimal strings. */
  amount: string;
  regular: string;
  /** ISO 8601; null: no end is told. */
  until: string | null;
  /** Only the last bill is known. */
  isLast: boolean;
}

type Discounted = Pick<
  SubscriptionView,
  'amount' | 'amountKnown' | 'amountDiscounted' | 'discountUntil' | 'status' | 'paid'
>;

/** The discount that makes the bills of a subscription cheaper, as far as it is known; null: none. */
export function discountOf(subscription: Discounted): Discount | null {
  const { amount, amountKnown, amountDiscounted, discountUntil, status, paid } = subscription;
  if (amountDiscounted === null || status === 'canceled' || status === 'deleted') return null;
  // What follows has its price at the provider already, which is not what is paid for.
  if (paid.amount !== null && paid.amount !== amount) return null;
  return { amount, regular: add(amount, amountDiscounted), until: discountUntil, isLast: !amountKnown };
}
