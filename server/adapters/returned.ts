import type { Origin } from './calls.ts';
import type { Money } from './money.ts';
import { type Fields, reader } from './read.ts';
import type { Remark } from './remarks.ts';

const refundKinds = ['refund', 'dispute'] as const;
export type RefundKind = (typeof refundKinds)[number];
/** The first four are for refunds, the others for disputes. */
const refundStatuses = ['pending', 'succeeded', 'failed', 'canceled', 'open', 'won', 'lost'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** Money that is, or may be, returned. */
export interface RefundResult {
  providerRefundId: string;
  kind: RefundKind;
  status: RefundStatus;
  /** The provider considers it returned: usually as soon as a refund is pending, and once a dispute is lost. */
  counts: boolean;
  /** Tax included, like the payment's amount. */
  amount: Money;
  reason?: string;
  /** ISO 8601 in UTC. */
  createdAt?: string;
}

/**
 * What an event says about a payment that another event records: it creates none, and waits for it. It has at least one
 * id.
 */
export interface PaymentUpdateResult {
  providerPaymentId?: string;
  reference?: string;
  refund?: RefundResult;
  /** The total refunded so far, tax included. */
  refundedTotal?: Money;
  receiptUrl?: string;
}

interface Facts {
  paymentUpdate?: PaymentUpdateResult;
  isForeign?: true;
  isThin?: true;
}

/** Whether anything is known of an event; the specification has no types for refunds and disputes. */
export function saysSomething(type: string | null, { paymentUpdate, isForeign, isThin }: Facts): boolean {
  return type !== null || paymentUpdate !== undefined || isForeign === true || isThin === true;
}

const statuses = new Map<unknown, RefundStatus>([
  ['pending', 'pending'],
  ['requires_action', 'pending'],
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
  ['canceled', 'canceled'],
]);

/** A refund's status, in the words that the providers share; default `pending`. */
export function refundStatusOf(refund: Fields, warnings: Remark[]): RefundStatus {
  return reader(refund, warnings)('status', (value) => statuses.get(value)) ?? 'pending';
}

export type Readers<Read> = Readonly<Record<string, Read>>;

/** The reader for the provider's own type; undefined: the type is not used here. */
export function readerOf<Read>(readers: Readers<Read>, nativeType: string | null): Read | undefined {
  return nativeType !== null && Object.hasOwn(readers, nativeType) ? readers[nativeType] : undefined;
}

/** The result for an event of another account or mode: ignored, and nothing else is read; undefined: it is ours. */
export function foreign(event: Origin, own: Origin): { ignored: Remark; isForeign: true } | undefined {
  const ignored = otherAccount(event, own) ?? otherMode(event, own);
  return ignored === undefined ? undefined : { ignored, isForeign: true };
}

function otherAccount({ account }: Origin, own: Origin): Remark | undefined {
  if (!account || own.account === undefined || account === own.account) return undefined;
  return `it belongs to the account ${account.slice(0, 100)}, not to ours`;
}

function otherMode({ mode }: Origin, own: Origin): Remark | undefined {
  if (!mode || !own.mode || mode === own.mode) return undefined;
  return `it belongs to ${mode} mode, and the API key to ${own.mode} mode`;
}
