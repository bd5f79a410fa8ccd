import { moneyOf } from '../money.ts';
import { type Fields, fields, first, fromSeconds, idOf, key, list, reader, text, webAddress } from '../read.ts';
import type { Remark } from '../remarks.ts';
import {
  type PaymentUpdateResult,
  type Readers,
  type RefundResult,
  type RefundStatus,
  readerOf,
  refundStatusOf,
} from '../returned.ts';

type Read = (object: Fields, warnings: Remark[]) => PaymentUpdateResult;

const readers: Readers<Read> = {
  'charge.refunded': fromCharge,
  'charge.refund.updated': fromRefund,
  'refund.created': fromRefund,
  'refund.updated': fromRefund,
  'refund.failed': fromRefund,
  'charge.dispute.created': fromDispute,
  'charge.dispute.updated': fromDispute,
  'charge.dispute.closed': fromDispute,
  'charge.dispute.funds_withdrawn': fromDispute,
  'charge.dispute.funds_reinstated': fromDispute,
  'invoice_payment.paid': fromInvoicePayment,
  'charge.succeeded': fromPurchase,
};

export const paymentUpdateTypes = Object.keys(readers);

/** What Stripe says about a payment after it was made; undefined for other types, and if no payment is named. */
export function toPaymentUpdate(
  nativeType: string | null,
  object: Fields,
  warnings: Remark[],
): PaymentUpdateResult | undefined {
  const read = readerOf(readers, nativeType);
  if (!read) return undefined;
  const update = read(object, warnings);
  const isNamed = update.providerPaymentId ?? update.reference;
  const says =
    update.refund ?? update.refundedTotal ?? update.receiptUrl ?? (update.providerPaymentId && update.reference);
  return isNamed && says ? update : undefined;
}

/** Refunds and disputes name the payment intent; old charges have none. Those of our lists also name the invoice. */
const namesOf = ({ payment_intent, charge, invoice }: Fields) => ({
  providerPaymentId: idOf(invoice),
  reference: idOf(payment_intent) ?? idOf(charge),
});

/** API versions before 2025 also name the invoice. */
function fromCharge(charge: Fields, warnings: Remark[]): PaymentUpdateResult {
  return {
    providerPaymentId: idOf(charge.invoice),
    reference: idOf(charge.payment_intent) ?? key(charge.id),
    refundedTotal: moneyOf(charge, ['amount_refunded'], warnings),
  };
}

function fromRefund(refund: Fields, warnings: Remark[]): PaymentUpdateResult {
  const status = refundStatusOf(refund, warnings);
  const counts = status === 'pending' || status === 'succeeded';
  return { ...namesOf(refund), refund: returned(refund, { kind: 'refund', status, counts }, warnings) };
}

/** An inquiry counts as an open dispute; one that was closed or prevented took no money. */
const disputeStatus = new Map<unknown, RefundStatus>([
  ['needs_response', 'open'],
  ['under_review', 'open'],
  ['warning_needs_response', 'open'],
  ['warning_under_review', 'open'],
  ['warning_closed', 'won'],
  ['prevented', 'won'],
  ['won', 'won'],
  ['lost', 'lost'],
]);

function fromDispute(dispute: Fields, warnings: Remark[]): PaymentUpdateResult {
  const status = reader(dispute, warnings)('status', (value) => disputeStatus.get(value)) ?? 'open';
  const counts = status === 'lost';
  return { ...namesOf(dispute), refund: returned(dispute, { kind: 'dispute', status, counts }, warnings) };
}

function returned(
  object: Fields,
  about: Pick<RefundResult, 'kind' | 'status' | 'counts'>,
  warnings: Remark[],
): RefundResult | undefined {
  const providerRefundId = key(object.id);
  const amount = moneyOf(object, ['amount'], warnings);
  if (!providerRefundId || !amount) return undefined;
  const read = reader(object, warnings);
  return { ...about, providerRefundId, amount, reason: read('reason', text), createdAt: read('created', fromSeconds) };
}

function fromInvoicePayment({ invoice, payment }: Fields): PaymentUpdateResult {
  const { payment_intent, charge } = fields(payment);
  return { providerPaymentId: idOf(invoice), reference: idOf(payment_intent) ?? idOf(charge) };
}

/** The receipt of our one-time purchase, whose metadata the charge carries; an invoice has its own page. */
function fromPurchase(charge: Fields, warnings: Remark[]): PaymentUpdateResult {
  if (key(fields(charge.metadata).userId) === undefined) return {};
  return {
    providerPaymentId: idOf(charge.payment_intent),
    receiptUrl: reader(charge, warnings)('receipt_url', webAddress),
  };
}

/** The id that refunds use for an invoice's payment, if the invoice has it: before 2025, or expanded. */
export function referenceOfInvoice(invoice: Fields): string | undefined {
  const paid = list(fields(invoice.payments).data).map((each) => fields(fields(each).payment));
  return first(
    idOf(invoice.payment_intent),
    ...paid.map(({ payment_intent }) => idOf(payment_intent)),
    idOf(invoice.charge),
    ...paid.map(({ charge }) => idOf(charge)),
  );
}
