import type { Money } from '../adapter.ts';
import { moneyOf } from '../money.ts';
import { type Fields, fields, integer } from '../read.ts';
import { isPaid, priceOf, time } from './payment.ts';

/** What a whole period last cost, tax included; else the price. A trial's or a proration's payment is no price. */
export function amountOf(data: Fields, warnings: string[]): Money | undefined {
  const transaction = fields(data.last_transaction);
  const price = priceOf(data, warnings);
  const isWhole =
    integer(transaction.amount) === undefined ||
    transaction.amount === price?.minorUnits ||
    isRenewal(transaction, data) ||
    ((integer(transaction.discount_amount) ?? 0) > 0 && spansPeriod(transaction, data));
  const isPrice = data.status !== 'trialing' && isPaid(transaction) !== false;
  const paid = isPrice && (isWhole || !price) ? moneyOf(transaction, ['amount_paid'], warnings) : undefined;
  return paid ?? price;
}

/** Whoever is on an older price pays it for the whole period, whatever the product costs by now. */
function spansPeriod(transaction: Fields, subscription: Fields): boolean {
  const same = (a: unknown, b: unknown) => {
    const [left, right] = [time(a), time(b)];
    return left !== undefined && right !== undefined && Date.parse(left) === Date.parse(right);
  };
  return (
    same(transaction.period_start, subscription.current_period_start_date) &&
    same(transaction.period_end, subscription.current_period_end_date)
  );
}

const DAY_MS = 86_400_000;

/** Charged when a later period began: what is charged for a change comes within a period. */
function isRenewal({ created_at: charged }: Fields, { created_at: made, current_period_start_date: start }: Fields) {
  const [at, since, begun] = [charged, made, start].map((value) => Date.parse(time(value) ?? ''));
  if (at === undefined || since === undefined || begun === undefined) return false;
  return begun - since > DAY_MS && Math.abs(at - begun) < DAY_MS;
}
