import type { Books } from '../../../core/books.ts';
import type { Card, Invoice, Refund } from '../../../core/records.ts';
import { seconds } from './catalogue.ts';
import { isGuest } from './customer.ts';

function customerOf(company: Books, of: Invoice): string | null {
  return isGuest(company.store.get('customers', of.customerId)) ? null : of.customerId;
}

const metadataOf = (of: Invoice) => (of.reason === 'purchase' ? of.metadata : {});

export function paymentIntent(company: Books, of: Invoice) {
  return {
    id: of.paymentId,
    object: 'payment_intent',
    amount: of.total,
    amount_received: of.status === 'paid' ? of.total : 0,
    capture_method: 'automatic_async',
    created: seconds(of.createdAt),
    currency: of.currency,
    customer: customerOf(company, of),
    description: of.lines[0]?.description ?? null,
    latest_charge: of.chargeId,
    livemode: false,
    metadata: metadataOf(of),
    status: of.status === 'paid' ? 'succeeded' : 'requires_payment_method',
  };
}

export function charge(company: Books, of: Invoice) {
  return {
    id: of.chargeId,
    object: 'charge',
    amount: of.total,
    amount_captured: of.total,
    amount_refunded: of.refunded,
    captured: true,
    created: seconds(of.paidAt ?? of.createdAt),
    currency: of.currency,
    customer: customerOf(company, of),
    description: of.lines[0]?.description ?? null,
    disputed: false,
    livemode: false,
    metadata: metadataOf(of),
    paid: of.status === 'paid',
    payment_intent: of.paymentId,
    receipt_url: `${company.publicUrl}/invoices/${of.id}`,
    refunded: of.refunded >= of.total,
    status: of.status === 'paid' ? 'succeeded' : 'failed',
  };
}

export function refund(of: Refund, paid: Invoice) {
  return {
    id: of.id,
    object: 'refund',
    amount: of.amount,
    charge: paid.chargeId,
    created: seconds(of.createdAt),
    currency: of.currency,
    metadata: of.metadata,
    payment_intent: paid.paymentId,
    reason: of.reason,
    receipt_number: null,
    status: 'succeeded',
  };
}

export function paymentMethod(of: Card) {
  return {
    id: of.id,
    object: 'payment_method',
    allow_redisplay: 'always',
    card: { brand: of.brand, exp_month: of.expMonth, exp_year: of.expYear, funding: 'credit', last4: of.last4 },
    created: seconds(of.createdAt),
    customer: of.customerId,
    livemode: false,
    metadata: {},
    type: 'card',
  };
}
