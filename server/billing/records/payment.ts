import { z } from 'zod';
import { type PaymentType, paymentTypes, toldPaymentStatuses } from '../../adapters/adapter.ts';
import type { Payment as Row } from '../../database/generated/client.ts';
import type { Column, RowOf } from './columns.ts';
import { decimal, timestamp, viewOf } from './view.ts';

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

/** A charge's, and what became of the money since. The database holds the same list. */
export const paymentStatuses = [...toldPaymentStatuses, 'refunded', 'partially_refunded', 'disputed'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** Money that moved, or failed to. */
export type Payment = RowOf<typeof paymentColumns, { status: PaymentStatus; type: PaymentType }>;

export const paymentView = z.object({
  id: z.string(),
  userId: z.string(),
  customerId: z.string(),
  subscriptionId: z.string(),
  provider: z.string(),
  providerPaymentId: z.string(),
  type: z.enum(paymentTypes),
  status: z.enum(paymentStatuses),
  amount: decimal,
  currency: z.string(),
  description: z.string(),
  receiptUrl: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
/** As people see it: `amount` a decimal string, timestamps in ISO 8601. */
export type PaymentView = z.infer<typeof paymentView>;

const toView = viewOf<PaymentView>(paymentView);

/** Dated by its last event: our row may be younger than the payment. */
export function toPaymentView(row: Row): PaymentView {
  return toView({ ...row, createdAt: row.lastEventAt ?? row.createdAt });
}
