import type { AccessPolicy } from '../../../plans/accessPolicy.ts';
import { toMinorUnits } from '../../../plans/money.ts';
import { type DisputeStatus, disputeStatuses } from '../../records/payment.ts';
import type { PaymentRecord, SubscriptionRecord } from './ownerRecords.ts';

export interface Returned {
  /** The refunded share of everything paid; amounts lost in disputes are not included. */
  refund: 'none' | 'partial' | 'full';
  /** The worst state of the disputes; null: there was none. */
  dispute: DisputeStatus | null;
}

export interface PeriodMoney extends Returned {
  /** Paid before any failure in it, even one that was written off since: a later failure belongs to another invoice. */
  isPaid: boolean;
  /** The first failure of what is still owed; if everything that failed was written off, the first of those. */
  failedAt: Date | null;
}

/** The provider's clock for a payment and for the period that it pays may differ a little. */
export const CLOCK_TOLERANCE_MS = 3_600_000;

/** What was paid, refunded, disputed and failed in a subscription's current period. */
export function periodMoney({ currentPeriodStart, payments }: SubscriptionRecord): PeriodMoney {
  const earliest = currentPeriodStart.getTime() - CLOCK_TOLERANCE_MS;
  const inPeriod = payments.filter((payment) => timeOf(payment).getTime() >= earliest);
  const failed = inPeriod.filter(hasFailed);
  const owed = failed.filter(({ writtenOff }) => writtenOff === null);
  const charged = inPeriod.filter((payment) => !hasFailed(payment));
  const firstPaid = firstOf(charged.filter(({ amount }) => Number(amount) > 0));
  const firstFailed = firstOf(failed);
  return {
    ...returnedOf(charged),
    isPaid: firstPaid !== null && (firstFailed === null || firstPaid <= firstFailed),
    failedAt: firstOf(owed) ?? firstFailed,
  };
}

/** What went back of charges that succeeded. */
export function returnedOf(charged: readonly PaymentRecord[]): Returned {
  const paid = sumOf(charged, ({ amount }) => amount);
  const refundable = charged.filter(({ dispute }) => dispute !== 'lost');
  const refunded = sumOf(refundable, ({ amountRefunded }) => amountRefunded);
  const refund = refunded <= 0 ? 'none' : refunded >= paid ? 'full' : 'partial';
  const dispute = disputeStatuses.find((status) => charged.some((payment) => payment.dispute === status)) ?? null;
  return { refund, dispute };
}

/** Why a refund or dispute ends access; null: it does not. */
export function reasonOfReturn(policy: AccessPolicy, { refund, dispute }: Returned): 'refunded' | 'disputed' | null {
  if (refund !== 'none' && policy[`refund_${refund}`] === 'end') return 'refunded';
  return dispute && policy[`dispute_${dispute}`] === 'end' ? 'disputed' : null;
}

const hasFailed = ({ status }: PaymentRecord): boolean => status === 'failed';

/** When it was paid, or first failed. */
function timeOf(payment: PaymentRecord): Date {
  const { paidAt, failedAt, lastEventAt, createdAt } = payment;
  return (hasFailed(payment) ? failedAt : paidAt) ?? lastEventAt ?? createdAt;
}

function firstOf(payments: readonly PaymentRecord[]): Date | null {
  return payments.map(timeOf).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
}

/** In minor units. A subscription's payments share one currency. */
function sumOf(payments: readonly PaymentRecord[], amountOf: (payment: PaymentRecord) => string): number {
  return payments.reduce((sum, payment) => sum + (toMinorUnits(amountOf(payment), payment.currency) ?? 0), 0);
}
