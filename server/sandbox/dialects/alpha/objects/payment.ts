import type { Books } from '../../../core/books.ts';
import { fingerprintOf } from '../../../core/cards.ts';
import { disputeOf } from '../../../core/disputes.ts';
import { needsAction } from '../../../core/invoices.ts';
import type { Card, Failure, Invoice, Refund } from '../../../core/records.ts';
import { none, seconds } from './catalogue.ts';
import { isGuest } from './customer.ts';

const noBillingDetails = { ...none('email name phone tax_id'), address: noAddress() };

function noAddress() {
  return none('city country line1 line2 postal_code state');
}

function buyerOf(company: Books, of: Invoice): string | null {
  return isGuest(company.store.get('customers', of.customerId)) ? null : of.customerId;
}

const metadataOf = (of: Invoice) => (of.reason === 'purchase' ? of.metadata : {});

/** The card that was charged, or will be. */
export function cardOf(
  { store }: Books,
  { customerId, cardId }: Pick<Invoice, 'customerId' | 'cardId'>,
): Card | undefined {
  return store.get('cards', cardId ?? store.get('customers', customerId)?.cardId ?? '');
}

export function paymentIntent(company: Books, of: Invoice) {
  const isPaid = of.status === 'paid';
  const card = cardOf(company, of);
  return {
    id: of.paymentId,
    object: 'payment_intent',
    ...none('application application_fee_amount automatic_payment_methods canceled_at cancellation_reason'),
    ...none('customer_account excluded_payment_method_types managed_payments on_behalf_of payment_record'),
    ...none('payment_method_configuration_details processing receipt_email review shipping source'),
    ...none('statement_descriptor statement_descriptor_suffix transfer_data transfer_group'),
    allowed_payment_method_types: ['card'],
    amount: of.total,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: isPaid ? of.total : 0,
    capture_method: 'automatic_async',
    client_secret: `${of.paymentId}_secret_${of.paymentId.slice(-24)}`,
    confirmation_method: 'automatic',
    created: seconds(of.createdAt),
    currency: of.currency,
    customer: buyerOf(company, of),
    description: of.lines[0]?.description ?? null,
    last_payment_error: of.failure ? paymentError(of.failure, card, of.chargeId) : null,
    latest_charge: of.chargeId,
    livemode: false,
    metadata: metadataOf(of),
    next_action: needsAction(of) ? { type: 'use_stripe_sdk', use_stripe_sdk: {} } : null,
    payment_method: card?.id ?? null,
    payment_method_options: {
      card: { ...none('installments mandate_options network'), request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    setup_future_usage: of.reason === 'purchase' ? null : 'off_session',
    status: statusOf(of),
  };
}

function statusOf(of: Invoice): string {
  if (of.status === 'paid') return 'succeeded';
  if (of.status === 'void') return 'canceled';
  return needsAction(of) ? 'requires_action' : 'requires_payment_method';
}

function paymentError({ code, declineCode, message }: Failure, card: Card | undefined, charge: string) {
  const payment_method = card ? paymentMethod(card) : undefined;
  return {
    charge,
    code,
    ...(declineCode && { decline_code: declineCode }),
    message,
    payment_method,
    type: 'card_error',
  };
}

export function charge(company: Books, of: Invoice) {
  const isPaid = of.status === 'paid';
  const card = cardOf(company, of);
  return {
    id: of.chargeId,
    object: 'charge',
    ...none('application application_fee application_fee_amount failure_balance_transaction on_behalf_of'),
    ...none('receipt_email receipt_number review shipping source source_transfer statement_descriptor'),
    ...none('statement_descriptor_suffix transfer_data transfer_group'),
    amount: of.total,
    amount_captured: isPaid ? of.total : 0,
    amount_refunded: of.refunded,
    balance_transaction: isPaid ? balanceTransaction(of.chargeId) : null,
    billing_details: noBillingDetails,
    calculated_statement_descriptor: 'SANDBOX',
    captured: isPaid,
    created: seconds(of.paidAt ?? of.createdAt),
    currency: of.currency,
    customer: buyerOf(company, of),
    description: of.lines[0]?.description ?? null,
    disputed: disputeOf(company, of.id) !== undefined,
    failure_code: isPaid ? null : (of.failure?.code ?? null),
    failure_message: isPaid ? null : (of.failure?.message ?? null),
    fraud_details: {},
    livemode: false,
    metadata: metadataOf(of),
    outcome: outcomeOf(of),
    paid: isPaid,
    payment_intent: of.paymentId,
    payment_method: card?.id ?? null,
    payment_method_details: card ? { card: chargedCard(card), type: 'card' } : null,
    receipt_url: `${company.publicUrl}/invoices/${of.id}`,
    refunded: of.refunded > 0 && of.refunded >= of.total,
    status: isPaid ? 'succeeded' : 'failed',
  };
}

/** The balance transaction of a charge, refund or dispute. */
export const balanceTransaction = (id: string) => `txn_${id.split('_')[1]}`;

function outcomeOf({ status, failure }: Invoice) {
  const fine = { network_status: 'approved_by_network', reason: null, seller_message: 'Payment complete.' };
  const refused = { network_status: 'declined_by_network', reason: failure?.declineCode ?? failure?.code ?? null };
  const words = status === 'paid' ? fine : { ...refused, seller_message: failure?.message ?? null };
  const advice = none('advice_code network_advice_code network_decline_code');
  return {
    ...advice,
    ...words,
    risk_level: 'normal',
    risk_score: 12,
    type: status === 'paid' ? 'authorized' : 'issuer_declined',
  };
}

export function refund(company: Books, of: Refund, paid: Invoice) {
  return {
    id: of.id,
    object: 'refund',
    ...none('customer_account receipt_number source_transfer_reversal transfer_reversal'),
    amount: of.amount,
    balance_transaction: balanceTransaction(of.id),
    charge: paid.chargeId,
    created: seconds(of.createdAt),
    currency: of.currency,
    customer: buyerOf(company, paid),
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: of.metadata,
    payment_intent: paid.paymentId,
    payment_method: cardOf(company, paid)?.id ?? null,
    reason: of.reason,
    status: 'succeeded',
  };
}

const checks = { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' };

function chargedCard(of: Card) {
  return {
    ...none(
      'amount_authorized authorization_code electronic_commerce_indicator installments mandate network_token network_transaction_id three_d_secure wallet',
    ),
    ...none('regulated_status transaction_link_id'),
    ...faceOf(of),
    checks,
    network: of.brand,
  };
}

function faceOf(of: Card) {
  const { brand, last4 } = of;
  return {
    brand,
    country: 'US',
    exp_month: of.expMonth,
    exp_year: of.expYear,
    fingerprint: of.fingerprint ?? fingerprintOf(`${brand} ${last4}`),
    funding: 'credit',
    last4,
  };
}

export function paymentMethod(of: Card) {
  return {
    id: of.id,
    object: 'payment_method',
    allow_redisplay: 'always',
    billing_details: noBillingDetails,
    card: {
      ...none('generated_from regulated_status wallet'),
      ...faceOf(of),
      checks,
      display_brand: of.brand,
      networks: { available: [of.brand], preferred: null },
      three_d_secure_usage: { supported: true },
    },
    created: seconds(of.createdAt),
    customer: of.customerId || null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
}
