import type { Money } from './money.ts';
import { type Fields, reader } from './read.ts';

export const refundKinds = ['refund', 'dispute'] as const;
export type RefundKind = (typeof refundKinds)[number];
/** Of a refund the first four, of a dispute the others. */
export const refundStatuses = ['pending', 'succeeded', 'failed', 'canceled', 'open', 'won', 'lost'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** Money that goes back, or may. */
export interface RefundResult {
  providerRefundId: string;
  kind: RefundKind;
  status: RefundStatus;
  /** The company takes it for given back: most do so as soon as a refund is pending, and when a dispute is lost. */
  counts: boolean;
  /** Tax included, as in the payment's amount. */
  amount: Money;
  reason?: string;
  /** ISO 8601 in UTC. */
  createdAt?: string;
}

/** What an event says of a payment that another one records: it makes none, and waits for it. At least one id is there. */
export interface PaymentUpdateResult {
  providerPaymentId?: string;
  reference?: string;
  refund?: RefundResult;
  /** All that was given back of the payment by then, tax included. */
  refundedTotal?: Money;
}

/** The specification knows no type for what becomes of a payment later. */
export function changesRecords(type: string | null, result: { paymentUpdate?: PaymentUpdateResult }): boolean {
  return type !== null || result.paymentUpdate !== undefined;
}

const statuses = new Map<unknown, RefundStatus>([
  ['pending', 'pending'],
  ['requires_action', 'pending'],
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
  ['canceled', 'canceled'],
]);

/** Of a refund, in the words that the companies share; `pending` where they say none. */
export function refundStatusOf(refund: Fields, warnings: string[]): RefundStatus {
  return reader(refund, warnings)('status', (value) => statuses.get(value)) ?? 'pending';
}

export type Readers<Read> = Readonly<Record<string, Read>>;

/** The reader of the provider's own type; undefined: the type tells nothing here. */
export function readerOf<Read>(readers: Readers<Read>, nativeType: string | null): Read | undefined {
  return nativeType !== null && Object.hasOwn(readers, nativeType) ? readers[nativeType] : undefined;
}
