import { type Fields, fromIso, key, reader, text } from '../read.ts';
import { type PaymentUpdateResult, type Readers, type RefundResult, readerOf, refundStatusOf } from '../returned.ts';
import { withTax } from './amount.ts';

type Read = (object: Fields, warnings: string[]) => PaymentUpdateResult;

const readers: Readers<Read> = {
  'order.refunded': fromOrder,
  'refund.created': fromRefund,
  'refund.updated': fromRefund,
};

export const paymentUpdateTypes = Object.keys(readers);

/** What Polar says about an order after it was paid; undefined for other types, and if no order is named. */
export function toPaymentUpdate(
  nativeType: string | null,
  object: Fields,
  warnings: string[],
): PaymentUpdateResult | undefined {
  const read = readerOf(readers, nativeType);
  if (!read) return undefined;
  const update = read(object, warnings);
  return update.providerPaymentId && (update.refund ?? update.refundedTotal) ? update : undefined;
}

function fromOrder(order: Fields, warnings: string[]): PaymentUpdateResult {
  const refundedTotal = withTax(order, { amount: 'refunded_amount', tax: 'refunded_tax_amount' }, warnings);
  return { providerPaymentId: key(order.id), refundedTotal };
}

function fromRefund(refund: Fields, warnings: string[]): PaymentUpdateResult {
  const read = reader(refund, warnings);
  return { providerPaymentId: read('order_id', key), refund: returned(refund, warnings) };
}

/** Polar adds a refund to its order's total once it has succeeded, not before. */
function returned(refund: Fields, warnings: string[]): RefundResult | undefined {
  const read = reader(refund, warnings);
  const providerRefundId = key(refund.id);
  const amount = withTax(refund, { amount: 'amount', tax: 'tax_amount' }, warnings);
  if (!providerRefundId || !amount) return undefined;
  const status = refundStatusOf(refund, warnings);
  const about = { kind: 'refund' as const, status, counts: status === 'succeeded' };
  return { ...about, providerRefundId, amount, reason: read('reason', text), createdAt: read('created_at', fromIso) };
}
