import type { Payment as Row } from '../../database/generated/client.ts';
import type { Column, RowOf } from './columns.ts';

export const paymentStatuses = ['succeeded', 'failed'] as const;

export const paymentColumns = {
  id: 'text',
  userId: 'text',
  customerId: 'text null',
  subscriptionId: 'text null',
  provider: 'text',
  providerPaymentId: 'text',
  type: 'text',
  status: 'text',
  amount: 'text',
  currency: 'text',
  description: 'text null',
  receiptUrl: 'text null',
  lastEventAt: 'timestamptz null',
  lastEventRank: 'int',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
  version: 'int',
} as const satisfies Record<keyof Row, Column>;

/** Money that moved, or failed to. */
export type Payment = RowOf<typeof paymentColumns>;
