import type { SubscriptionRow } from '../../database/reads/subscriptions.ts';
import { toDecimal, toMinorUnits } from '../../plans/money.ts';
import { asPaid } from '../records/scheduledChange.ts';

type Billed = Pick<SubscriptionRow, 'amount' | 'amountKnown' | 'amountDiscounted' | 'discountUntil' | 'currency'>;

/**
 * Whether a bill of that time has a discount. How much it takes off another price, the provider tells with the bill; so
 * where it names none's size.
 */
export function isDiscounted(
  { amountKnown, amountDiscounted, discountUntil }: Omit<Billed, 'amount'>,
  at: Date,
): boolean {
  return !amountKnown || (amountDiscounted !== null && (discountUntil === null || discountUntil > at));
}

/** What a bill of that time asks for the present price, a decimal string; null: not known. */
export function billedAt(row: Billed, at: Date): string | null {
  const { amount, amountKnown, amountDiscounted, currency } = row;
  if (!amountKnown) return null;
  if (amountDiscounted === null || isDiscounted(row, at)) return amount;
  const [net, off] = [amount, amountDiscounted].map((each) => toMinorUnits(each, currency) ?? 0);
  return toDecimal({ minorUnits: (net ?? 0) + (off ?? 0), currency });
}

/** The same for the price that is paid, where another one waits already. */
export function paidBilledAt<Row extends Billed & Parameters<typeof asPaid>[0]>(row: Row, at: Date): string | null {
  const paid = asPaid(row);
  if (paid === row) return billedAt(row, at);
  // What the discount takes off is told of the price that waits.
  const isSame = row.amountDiscounted === null || isDiscounted(row, at);
  return paid.amountKnown && isSame ? paid.amount : null;
}
