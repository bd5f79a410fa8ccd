import type { Books } from '../../../core/books.ts';
import { DAY_MS } from '../../../core/periods.ts';
import type { Dispute, Invoice } from '../../../core/records.ts';
import { none, seconds } from './catalogue.ts';
import { cardOf } from './payment.ts';

const statuses = { open: 'needs_response', won: 'won', lost: 'lost' } as const;

export function dispute(company: Books, of: Dispute, paid: Invoice) {
  const brand = cardOf(company, paid)?.brand ?? 'visa';
  return {
    id: of.id,
    object: 'dispute',
    amount: of.amount,
    balance_transactions: [],
    charge: paid.chargeId,
    created: seconds(of.createdAt),
    currency: of.currency,
    customer: paid.customerId,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: evidenceDetails(of),
    intended_submission_method: 'manual',
    is_charge_refundable: of.status === 'open',
    livemode: false,
    metadata: {},
    payment_intent: paid.paymentId,
    payment_method_details: {
      card: { brand, case_type: 'chargeback', network: brand, network_reason_code: '10.4' },
      type: 'card',
    },
    reason: of.reason,
    status: statuses[of.status],
  };
}

function evidenceDetails({ status, createdAt }: Dispute) {
  return {
    due_by: status === 'open' ? seconds(createdAt + 7 * DAY_MS) : null,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: null,
  };
}

const noEvidence = {
  ...none('access_activity_log billing_address cancellation_policy cancellation_policy_disclosure'),
  ...none('cancellation_rebuttal customer_communication customer_email_address customer_name'),
  ...none('customer_purchase_ip customer_signature duplicate_charge_documentation duplicate_charge_explanation'),
  ...none('duplicate_charge_id product_description receipt refund_policy refund_policy_disclosure'),
  ...none('refund_refusal_explanation service_date service_documentation shipping_address shipping_carrier'),
  ...none('shipping_date shipping_documentation shipping_tracking_number uncategorized_file uncategorized_text'),
  enhanced_evidence: {},
};
