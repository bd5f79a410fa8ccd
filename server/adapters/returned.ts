/** Money as providers send it: an integer count of the currency's minor unit, and its lower-case code. */
export interface Money {
  minorUnits: number;
  currency: string;
}

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
