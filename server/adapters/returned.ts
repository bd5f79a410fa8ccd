import type { Origin } from './calls.ts';
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
  receiptUrl?: string;
}

interface Said {
  paymentUpdate?: PaymentUpdateResult;
  isForeign?: true;
  isThin?: true;
}

/** Whether anything is said of an event: the specification knows no type for what becomes of a payment later. */
export function saysSomething(type: string | null, { paymentUpdate, isForeign, isThin }: Said): boolean {
  return type !== null || paymentUpdate !== undefined || isForeign === true || isThin === true;
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

/** What makes an event foreign is ignored, and nothing else of it is read; undefined: nothing speaks against it. */
export function foreign(event: Origin, own: Origin): { ignored: string; isForeign: true } | undefined {
  const ignored = otherAccount(event, own) ?? otherMode(event, own);
  return ignored === undefined ? undefined : { ignored, isForeign: true };
}

function otherAccount({ account }: Origin, own: Origin): string | undefined {
  if (!account || own.account === undefined || account === own.account) return undefined;
  return `it belongs to the account ${account.slice(0, 100)}, not to ours`;
}

function otherMode({ mode }: Origin, own: Origin): string | undefined {
  if (!mode || !own.mode || mode === own.mode) return undefined;
  return `it belongs to ${mode} mode, and the API key to ${own.mode} mode`;
}
