import type { Page } from '../account.ts';
import { type Fields, fields, fromIso, integer, key, list, reader, text } from '../read.ts';
import type { Remark } from '../remarks.ts';
import {
  type PaymentUpdateResult,
  type Readers,
  type RefundResult,
  type RefundStatus,
  readerOf,
  refundStatusOf,
} from '../returned.ts';
import { withTax } from './amount.ts';
import type { Send } from './api.ts';

type Read = (object: Fields, warnings: Remark[]) => PaymentUpdateResult;

/** Polar has no webhooks of disputes: this is the type of those that we read. */
const READ_DISPUTE = 'dispute.read';

const webhookReaders: Readers<Read> = {
  'order.refunded': fromOrder,
  'refund.created': fromRefund,
  'refund.updated': fromRefund,
};
const readers: Readers<Read> = { ...webhookReaders, [READ_DISPUTE]: fromDispute };

export const paymentUpdateTypes = Object.keys(webhookReaders);

/** What Polar says about an order after it was paid; undefined for other types, and if no order is named. */
export function toPaymentUpdate(
  nativeType: string | null,
  object: Fields,
  warnings: Remark[],
): PaymentUpdateResult | undefined {
  const read = readerOf(readers, nativeType);
  if (!read) return undefined;
  const update = read(object, warnings);
  return update.providerPaymentId && (update.refund ?? update.refundedTotal) ? update : undefined;
}

function fromOrder(order: Fields, warnings: Remark[]): PaymentUpdateResult {
  const refundedTotal = withTax(order, { amount: 'refunded_amount', tax: 'refunded_tax_amount' }, warnings);
  return { providerPaymentId: key(order.id), refundedTotal };
}

function fromRefund(refund: Fields, warnings: Remark[]): PaymentUpdateResult {
  const read = reader(refund, warnings);
  return { providerPaymentId: read('order_id', key), refund: returned(refund, warnings) };
}

/** An early warning counts as an open dispute; one that was prevented took no money. */
const disputeStatus = new Map<unknown, RefundStatus>([
  ['early_warning', 'open'],
  ['needs_response', 'open'],
  ['under_review', 'open'],
  ['prevented', 'won'],
  ['won', 'won'],
  ['lost', 'lost'],
]);

function fromDispute(dispute: Fields, warnings: Remark[]): PaymentUpdateResult {
  const read = reader(dispute, warnings);
  const status = read('status', (value) => disputeStatus.get(value)) ?? 'open';
  const about = { kind: 'dispute', status, counts: status === 'lost' } as const;
  return { providerPaymentId: read('order_id', key), refund: withMoney(dispute, about, warnings) };
}

/** Polar adds a refund to its order's total once it has succeeded, not before. */
function returned(refund: Fields, warnings: Remark[]): RefundResult | undefined {
  const status = refundStatusOf(refund, warnings);
  return withMoney(refund, { kind: 'refund', status, counts: status === 'succeeded' }, warnings);
}

type About = Pick<RefundResult, 'kind' | 'status' | 'counts'>;

function withMoney(object: Fields, about: About, warnings: Remark[]): RefundResult | undefined {
  const read = reader(object, warnings);
  const providerRefundId = key(object.id);
  const amount = withTax(object, { amount: 'amount', tax: 'tax_amount' }, warnings);
  if (!providerRefundId || !amount) return undefined;
  return { ...about, providerRefundId, amount, reason: read('reason', text), createdAt: read('created_at', fromIso) };
}

const AT_ONCE = 100;

/** Of the orders, or all. */
export async function listDisputes(
  send: Send,
  { cursor, orders = [] }: { cursor?: string; orders?: readonly string[] },
): Promise<Page<Fields>> {
  const page = Number(cursor ?? 1);
  const query = new URLSearchParams({ sorting: '-created_at', page: `${page}`, limit: `${AT_ONCE}` });
  for (const order of orders) query.append('order_id', order);
  const { json } = await send('GET', `/v1/disputes/?${query}`);
  const { items: disputes, pagination } = fields(json);
  if (!Array.isArray(disputes)) throw new Error('The provider answered without a list of disputes');
  const items = list(disputes)
    .map(fields)
    .map((data) => ({ type: READ_DISPUTE, timestamp: data.modified_at ?? data.created_at, data }));
  const isLast = page >= (integer(fields(pagination).max_page) ?? page);
  return isLast ? { items } : { items, nextCursor: `${page + 1}` };
}
