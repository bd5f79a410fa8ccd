import type { PaymentUpdateResult, RefundResult } from '../../adapters/returned.ts';
import { toDecimal } from '../../plans/money.ts';
import { type Instant, toInstant } from '../records/instant.ts';
import { recordId } from '../records/recordId.ts';

/** Names a payment by its own id, by its reference's, or by both; with both, `id` is its own. */
export interface PaymentUpdateFacts {
  id: string;
  referenceId: string | null;
  /** The provider's reference, where nothing else names the payment. */
  unlinked: string | null;
  refund: RefundFacts | null;
  refundedTotal: { amount: string; currency: string } | null;
  receiptUrl: string | null;
}

/** Keyed by the record's columns. */
export interface RefundFacts extends Omit<RefundResult, 'amount' | 'reason' | 'createdAt'> {
  id: string;
  amount: string;
  currency: string;
  reason: string | null;
  createdAt: Instant | null;
}

/** In our ids, times and amounts. */
export function paymentUpdateFacts(provider: string, result: PaymentUpdateResult): PaymentUpdateFacts | null {
  const { providerPaymentId, reference, refund, refundedTotal, receiptUrl = null } = result;
  const [id, other] = [providerPaymentId, reference].filter((name) => name !== undefined);
  if (id === undefined) return null;
  return {
    id: recordId('payment', provider, id),
    referenceId: other === undefined ? null : recordId('payment', provider, other),
    unlinked: providerPaymentId === undefined ? id : null,
    refund: refund ? refundFacts(provider, refund) : null,
    receiptUrl,
    refundedTotal: refundedTotal ? { amount: toDecimal(refundedTotal), currency: refundedTotal.currency } : null,
  };
}

function refundFacts(provider: string, { amount, reason, createdAt, ...said }: RefundResult): RefundFacts {
  return {
    ...said,
    id: recordId('refund', provider, said.providerRefundId),
    amount: toDecimal(amount),
    currency: amount.currency,
    reason: reason ?? null,
    createdAt: createdAt ? toInstant(createdAt) : null,
  };
}
