import { moneyOf } from '../money.ts';
import { currency, type Fields, fields, idOf, integer, key, reader, text } from '../read.ts';
import type { Remark } from '../remarks.ts';
import {
  type PaymentUpdateResult,
  type Readers,
  type RefundResult,
  type RefundStatus,
  readerOf,
  refundStatusOf,
} from '../returned.ts';
import { disputedStatuses, paymentKeyOf, time } from './payment.ts';

type About = Pick<RefundResult, 'kind' | 'status' | 'counts' | 'amount'>;
type Read = (object: Fields, warnings: Remark[]) => About | undefined;

const readers: Readers<Read> = { 'refund.created': aboutRefund, 'dispute.created': aboutDispute };

export const paymentUpdateTypes = Object.keys(readers);

/** What Creem says about a payment after it was made; undefined for other types, and if no payment is named. */
export function toPaymentUpdate(
  nativeType: string | null,
  object: Fields,
  warnings: Remark[],
): PaymentUpdateResult | undefined {
  const read = readerOf(readers, nativeType);
  if (!read) return undefined;
  const transaction = { id: idOf(object.transaction), ...fields(object.transaction) };
  const providerPaymentId = paidBy(object, transaction);
  const refundedTotal = isDisputed(transaction, nativeType)
    ? undefined
    : moneyOf(transaction, ['refunded_amount'], warnings);
  const refund = returned(object, read(object, warnings), warnings);
  return providerPaymentId && (refund ?? refundedTotal) ? { providerPaymentId, refund, refundedTotal } : undefined;
}

/** While a charge is disputed, Creem counts the disputed money as refunded. */
const isDisputed = ({ status }: Fields, nativeType: string | null): boolean =>
  nativeType === 'dispute.created' || disputedStatuses.includes(text(status) ?? '');

/**
 * The key under which the sale was recorded: for a one-time purchase, its order's. Of an abridged body only the
 * transaction is known, to which the sale refers.
 */
function paidBy(object: Fields, transaction: Fields): string | undefined {
  const order = idOf(transaction.order) ?? idOf(object.order);
  if (idOf(object.subscription) === undefined && idOf(transaction.subscription) === undefined) {
    return order ?? key(transaction.id);
  }
  return paymentKeyOf({ ...transaction, order }, fields(object.subscription));
}

function returned(object: Fields, about: About | undefined, warnings: Remark[]): RefundResult | undefined {
  const providerRefundId = key(object.id);
  if (!providerRefundId || !about) return undefined;
  const read = reader(object, warnings);
  return { ...about, providerRefundId, reason: read('reason', text), createdAt: read('created_at', time) };
}

function aboutRefund(object: Fields, warnings: Remark[]): About | undefined {
  const read = reader(object, warnings);
  const minorUnits = read('refund_amount', integer);
  const code = read('refund_currency', currency);
  if (minorUnits === undefined || code === undefined) return undefined;
  const status = refundStatusOf(object, warnings);
  const counts = status === 'pending' || status === 'succeeded';
  return { kind: 'refund', status, counts, amount: { minorUnits, currency: code } };
}

const disputeStatus = new Map<unknown, RefundStatus>([
  ['won', 'won'],
  ['lost', 'lost'],
]);

/** Creem reports that a dispute was opened, and nothing after that. */
function aboutDispute(object: Fields, warnings: Remark[]): About | undefined {
  const amount = moneyOf(object, ['amount'], warnings);
  const status = disputeStatus.get(object.status) ?? 'open';
  return amount && { kind: 'dispute', status, counts: status === 'lost', amount };
}
