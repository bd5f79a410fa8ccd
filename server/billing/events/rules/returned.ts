import type { RefundStatus } from '../../../adapters/returned.ts';
import { toDecimal, toMinorUnits } from '../../../plans/money.ts';
import type { Instant } from '../../records/instant.ts';
import {
  type DisputeStatus,
  disputeStatuses,
  type Payment,
  statusOfCharge,
  statusSinceCharge,
} from '../../records/payment.ts';
import type { Refund } from '../../records/refund.ts';
import type { PaymentUpdateFacts, RefundFacts } from '../paymentUpdate.ts';
import type { Case } from './known.ts';
import { isNewer } from './order.ts';

/*
 * Refunds and disputes. Each is a row with its own order rule, and the payment's totals are always computed from all
 * rows, so the order of the events does not matter.
 */

interface Returned {
  payment: Payment;
  /** The refund or dispute, where the event changes one. */
  refund: Refund | null;
}

/** The next rows of a payment that another event recorded; null: nothing changes. */
export function nextReturned(given: Case): Returned | null {
  const { event, known, now } = given;
  const { payment } = known;
  if (!event.paymentUpdate || !payment) return null;
  const facts = event.paymentUpdate;
  const refund = facts.refund && nextRefund(given, payment, facts.refund);
  const told: Payment = {
    ...payment,
    ...nextTold(event.occurredAt, payment, facts),
    referenceId: linkOf(payment, facts),
    receiptUrl: payment.receiptUrl ?? facts.receiptUrl,
  };
  if (!refund && TOLD.every((name) => told[name] === payment[name])) return null;
  const refunds = refund ? [...known.refunds.filter(({ id }) => id !== refund.id), refund] : known.refunds;
  const disputed = refunds.some(({ kind, status }) => kind === 'dispute' && status !== 'won');
  const next = { ...told, disputed, dispute: disputeOf(refunds), amountRefunded: totalOf(told, refunds) };
  const status = statusSinceCharge(statusOfCharge(payment), next);
  return { refund, payment: { ...next, status, updatedAt: now, version: payment.version + 1 } };
}

const TOLD = ['reportedRefunded', 'reportedRefundedAt', 'referenceId', 'receiptUrl'] as const;

function disputeOf(refunds: readonly Refund[]): DisputeStatus | null {
  const disputes = refunds.filter(({ kind }) => kind === 'dispute');
  return disputeStatuses.find((worst) => disputes.some(({ status }) => status === worst)) ?? null;
}

/** The payment's id by its other name. */
function linkOf(payment: Payment, { id, referenceId }: PaymentUpdateFacts): string | null {
  return payment.referenceId ?? [id, referenceId].find((name) => name !== null && name !== payment.id) ?? null;
}

/** Of states at the same instant the more final one wins; a refund that succeeded may still fail. */
const RANK: Record<RefundStatus, number> = {
  open: 1,
  pending: 1,
  succeeded: 2,
  won: 2,
  lost: 3,
  canceled: 3,
  failed: 4,
};

function nextRefund({ event, known, now }: Case, payment: Payment, facts: RefundFacts): Refund | null {
  const { occurredAt } = event;
  const { createdAt, ...said } = facts;
  const rank = RANK[facts.status];
  const begunAt = createdAt ?? occurredAt ?? now;
  const before = known.refunds.find(({ id }) => id === facts.id);
  if (!before) {
    const mark = { lastEventAt: occurredAt, lastEventRank: rank, createdAt: now, updatedAt: now, version: 1 };
    return { ...said, paymentId: payment.id, provider: event.provider, at: begunAt, ...mark };
  }
  const at = begunAt < before.at ? begunAt : before.at;
  const next = { ...before, at, updatedAt: now, version: before.version + 1 };
  if (!isNewer(occurredAt, rank, before)) return at === before.at ? null : next;
  return { ...next, ...said, lastEventAt: occurredAt ?? before.lastEventAt, lastEventRank: rank };
}

type ReportedTotal = Pick<Payment, 'reportedRefunded' | 'reportedRefundedAt'>;

/** The provider's latest cumulative total; at the same instant the larger one. */
function nextTold(at: Instant | null, payment: Payment, { refundedTotal }: PaymentUpdateFacts): ReportedTotal {
  const { reportedRefunded, reportedRefundedAt } = payment;
  const held = { reportedRefunded, reportedRefundedAt };
  if (!refundedTotal || refundedTotal.currency !== payment.currency) return held;
  const next = { reportedRefunded: refundedTotal.amount, reportedRefundedAt: at ?? reportedRefundedAt };
  if (reportedRefunded === null || (at !== null && (reportedRefundedAt === null || at > reportedRefundedAt)))
    return next;
  const isOlder = at !== null && at !== reportedRefundedAt;
  const isLarger = minorOf(payment, refundedTotal.amount) > minorOf(payment, reportedRefunded);
  return !isOlder && isLarger ? next : held;
}

const minorOf = ({ currency }: Pick<Payment, 'currency'>, amount: string | null) =>
  toMinorUnits(amount ?? '0', currency) ?? 0;

/** The sum of the refunds that count, or the provider's total if it is larger; and the sum of the lost disputes. */
function totalOf(payment: Payment, refunds: readonly Refund[]): string {
  const { currency, reportedRefundedAt } = payment;
  const sum = (counts: (refund: Refund) => boolean) =>
    refunds
      .filter((refund) => refund.currency === currency && counts(refund))
      .reduce((total, { amount }) => total + minorOf(payment, amount), 0);
  const refunded = sum(({ kind, counts }) => kind === 'refund' && counts);
  const lost = sum(({ kind, counts }) => kind === 'dispute' && counts);
  // A total from before a refund failed still includes that refund.
  const failedSince = sum(
    ({ kind, counts, at, lastEventAt }) =>
      kind === 'refund' && !counts && isBetween(reportedRefundedAt, at, lastEventAt),
  );
  const told = minorOf(payment, payment.reportedRefunded) - failedSince;
  return toDecimal({ minorUnits: Math.max(refunded, told) + lost, currency });
}

function isBetween(at: Instant | null, from: Instant, to: Instant | null): boolean {
  return at !== null && to !== null && from <= at && at < to;
}
