import type { RefundKind, RefundStatus } from '../../adapters/returned.ts';
import type { Refund as Row } from '../../database/generated/client.ts';
import type { Column, RowOf } from './columns.ts';

export const refundColumns = {
  id: 'text',
  paymentId: 'text',
  provider: 'text',
  providerRefundId: 'text',
  kind: 'text',
  status: 'text',
  counts: 'bool',
  amount: 'text',
  currency: 'text',
  reason: 'text null',
  at: 'timestamptz',
  lastEventAt: 'timestamptz null',
  lastEventRank: 'int',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
  version: 'int',
} as const satisfies Record<keyof Row, Column>;

/**
 * Money of a payment that is, or may be, returned: a refund or a dispute. `counts`: the provider considers it returned.
 */
export type Refund = RowOf<typeof refundColumns, { kind: RefundKind; status: RefundStatus }>;
