import { z } from 'zod';
import {
  type PaymentType,
  paymentTypes,
  type ToldPaymentStatus,
  toldPaymentStatuses,
  type WriteOff,
  writeOffs,
} from '../../adapters/adapter.ts';
import type { Refund as RefundRow, Payment as Row } from '../../database/generated/client.ts';
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
  amountDiscounted: 'text null',
  description: 'text null',
  receiptUrl: 'text null',
  invoiceUrl: 'text null',
  periodStart: 'timestamptz null',
  periodEnd: 'timestamptz null',
  actionUrl: 'text null',
  writtenOff: 'text null',
  aside: 'bool',
  amountRefunded: 'text',
  disputed: 'bool',
  dispute: 'text null',
  paidAt: 'timestamptz null',
  failedAt: 'timestamptz null',
  plan: 'text null',
  priceId: 'text null',
  accessDays: 'int null',
  referenceId: 'text null',
  reportedRefunded: 'text null',
  reportedRefundedAt: 'timestamptz null',
  lastEventAt: 'timestamptz null',
  lastEventRank: 'int',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
  version: 'int',
} as const satisfies Record<keyof Row, Column>;

/** A charge's statuses, including refunds and disputes. The database holds the same list. */
export const paymentStatuses = [...toldPaymentStatuses, 'refunded', 'partially_refunded', 'disputed'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** A payment's disputes, worst first. */
export const disputeStatuses = ['lost', 'open', 'won'] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

/** Money that moved, or failed to. */
export type Payment = RowOf<
  typeof paymentColumns,
  { status: PaymentStatus; type: PaymentType; dispute: DisputeStatus | null; writtenOff: WriteOff | null }
>;

/**
 * The status of the charge alone. Until its success is known a charge counts as failed, whatever was refunded of it.
 */
export function statusOfCharge({ status }: Pick<Payment, 'status'>): ToldPaymentStatus {
  return status === 'failed' ? 'failed' : 'succeeded';
}

type Owed = Pick<Payment, 'aside' | 'writtenOff' | 'priceId'>;

/** Whether its failure makes a subscription on that price past due: only an invoice for the plan does. */
export function failsPrice({ aside, writtenOff, priceId }: Owed, subscribed: string | null): boolean {
  return !aside && writtenOff === null && (priceId === null || subscribed === null || priceId === subscribed);
}

/** `failsPrice` in SQL. */
export const failsInSql = (alias: string, subscribed: string) =>
  `NOT ${alias}.aside AND ${alias}."writtenOff" IS NULL AND (${alias}."priceId" = ${subscribed}) IS NOT FALSE`;

type Returned = Pick<Payment, 'amount' | 'amountRefunded' | 'disputed'>;

/** A charge's status, including refunds and disputes. */
export function statusSinceCharge(
  charge: ToldPaymentStatus,
  { amount, amountRefunded, disputed }: Returned,
): PaymentStatus {
  if (charge === 'failed') return charge;
  if (disputed) return 'disputed';
  const [paid, refunded] = [Number(amount), Number(amountRefunded)];
  if (refunded <= 0) return charge;
  return paid > 0 && refunded >= paid ? 'refunded' : 'partially_refunded';
}

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
  amountRefunded: decimal,
  amountDiscounted: decimal.nullable().describe('What discounts took off; null: nothing, as far as is known'),
  currency: z.string(),
  description: z.string(),
  plan: z.string().nullable().describe('What was bought: a name of the plans file, or `unknown`; null: not told'),
  priceId: z.string().nullable().describe("The provider's"),
  periodStart: timestamp.nullable().describe('What it pays for; null: no period, or not told'),
  periodEnd: timestamp.nullable(),
  invoiceUrl: z.string().nullable(),
  receiptUrl: z.string().nullable(),
  actionUrl: z.string().nullable().describe('Where its payer confirms it, while their bank asks; else null'),
  writtenOff: z.enum(writeOffs).nullable().describe('Of one that failed: it is asked for no more'),
  returnedAt: timestamp.nullable().describe('When it was last refunded or disputed; null: it is not, or not told'),
  createdAt: timestamp.describe('When it was paid, or first failed'),
  updatedAt: timestamp,
});
/** As people see it: `amount` is a decimal string, timestamps are ISO 8601. */
export type PaymentView = z.infer<typeof paymentView>;

const toView = viewOf<PaymentView>(paymentView);

/** When it was paid, or first failed: a later refund or a late webhook does not date it anew. */
function happenedAt({ status, paidAt, failedAt, lastEventAt, createdAt }: Row): Date {
  return (status === 'failed' ? failedAt : paidAt) ?? lastEventAt ?? createdAt;
}

/** The same in SQL. */
export const happenedInSql = (alias: string) => `coalesce(
  CASE WHEN ${alias}.status = 'failed' THEN ${alias}."failedAt" ELSE ${alias}."paidAt" END,
  ${alias}."lastEventAt", ${alias}."createdAt")`;

/** `refunds`: all of these payments, in any order. */
export function toPaymentViews(rows: readonly Row[], refunds: readonly ReturnRow[]): PaymentView[] {
  return rows.map((row) => toView({ ...row, createdAt: happenedAt(row), returnedAt: returnedAt(row, refunds) }));
}

type ReturnRow = Pick<RefundRow, 'paymentId' | 'kind' | 'status' | 'counts' | 'at'>;

/** A failed refund and a dispute that was won return nothing; a mere total has the time at which it was told. */
function returnedAt(row: Row, refunds: readonly ReturnRow[]): Date | null {
  if (!isReturned(row)) return null;
  const own = refunds.filter(({ paymentId, kind, status, counts }) => {
    return paymentId === row.id && (kind === 'dispute' ? status !== 'won' : counts);
  });
  const latest = own.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0];
  return latest?.at ?? row.reportedRefundedAt;
}

/** Refunded in whole or part, or disputed. */
export function isReturned({ status }: Pick<Row, 'status'>): boolean {
  return status === 'refunded' || status === 'partially_refunded' || status === 'disputed';
}
