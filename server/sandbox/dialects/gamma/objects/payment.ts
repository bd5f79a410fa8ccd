import type { Books } from '../../../core/books.ts';
import { DAY_MS } from '../../../core/periods.ts';
import type { Card, Dispute, Invoice } from '../../../core/records.ts';
import { idOf, ORGANIZATION_ID } from '../ids.ts';
import { iso } from '../time.ts';
import { customerOf } from './customer.ts';

const statuses = { open: 'failed', paid: 'succeeded', void: 'failed', uncollectible: 'failed' } as const;

export function payment(company: Books, of: Invoice) {
  const card = company.store.get('cards', of.cardId ?? company.store.get('customers', of.customerId)?.cardId ?? '');
  return {
    created_at: iso(of.createdAt),
    modified_at: iso(of.paidAt),
    id: of.paymentId,
    processor: 'stripe',
    status: statuses[of.status],
    amount: of.total,
    currency: of.currency,
    method: 'card',
    trigger: of.reason === 'purchase' || of.reason === 'create' ? 'purchase' : 'subscription_cycle',
    decline_reason: of.failure?.declineCode ?? of.failure?.code ?? null,
    decline_message: of.failure?.message ?? null,
    organization_id: ORGANIZATION_ID,
    checkout_id: of.checkoutId,
    order_id: of.id,
    processor_metadata: {},
    method_metadata: { brand: card?.brand ?? 'visa', last4: card?.last4 ?? '4242' },
  };
}

export function paymentMethod(of: Card) {
  return {
    id: of.id,
    created_at: iso(of.createdAt),
    modified_at: null,
    processor: 'stripe',
    customer_id: of.customerId,
    type: 'card',
    is_default: true,
    method_metadata: { brand: of.brand, last4: of.last4, exp_month: of.expMonth, exp_year: of.expYear, wallet: null },
  };
}

const disputeStatuses = { open: 'needs_response', won: 'won', lost: 'lost' } as const;

export function dispute(company: Books, of: Dispute, paid: Invoice) {
  const isOver = of.status !== 'open';
  return {
    created_at: iso(of.createdAt),
    modified_at: iso(of.closedAt),
    id: of.id,
    status: disputeStatuses[of.status],
    resolved: isOver,
    closed: isOver,
    amount: of.amount,
    tax_amount: 0,
    currency: of.currency,
    reason: of.reason,
    evidence_due_by: isOver ? null : iso(of.createdAt + 7 * DAY_MS),
    past_due: false,
    order_id: paid.id,
    payment_id: paid.paymentId,
    customer: customerOf(company, paid),
    case_id: idOf(`case of ${of.id}`),
  };
}
