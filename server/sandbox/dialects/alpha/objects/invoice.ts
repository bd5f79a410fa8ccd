import type { Books } from '../../../core/books.ts';
import type { Invoice, InvoiceLine } from '../../../core/records.ts';
import { list, none, productId, seconds } from './catalogue.ts';
import { creditedLines } from './credit.ts';
import { clockOf } from './customer.ts';

const reasons = {
  create: 'subscription_create',
  cycle: 'subscription_cycle',
  update: 'subscription_update',
  purchase: 'manual',
  manual: 'manual',
} as const;

export function invoice(company: Books, of: Invoice) {
  return {
    id: of.id,
    object: 'invoice',
    ...none('account_tax_ids application automatically_finalizes_at custom_fields customer_account customer_address'),
    ...none('customer_phone customer_shipping default_payment_method default_source description due_date footer'),
    ...none('from_invoice last_finalization_error latest_revision on_behalf_of receipt_number rendering'),
    ...none('shipping_cost shipping_details statement_descriptor'),
    account_country: 'US',
    account_name: 'Sandbox',
    ...amounts(company, of),
    attempt_count: of.attempts,
    attempted: of.attempts > 0 || of.status === 'paid',
    auto_advance: of.nextAttemptAt !== null,
    automatic_tax: { ...none('disabled_reason liability provider status'), enabled: false },
    billing_reason: reasons[of.reason],
    collection_method: 'charge_automatically',
    created: seconds(of.createdAt),
    currency: of.currency,
    customer: of.customerId,
    ...buyerOf(company, of),
    default_tax_rates: [],
    discounts: of.discounted ? [`di_${of.id.slice(3)}`] : [],
    effective_at: seconds(of.createdAt),
    hosted_invoice_url: pageOf(company, of),
    invoice_pdf: pageOf(company, of),
    issuer: { type: 'self' },
    lines: invoiceLines(company, of),
    livemode: false,
    metadata: {},
    next_payment_attempt: seconds(of.nextAttemptAt),
    number: of.number,
    parent: parentOf(of),
    payment_settings: none('default_mandate payment_method_options payment_method_types'),
    period_end: seconds(of.createdAt),
    period_start: seconds(of.createdAt),
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    status: of.status,
    status_transitions: transitions(of),
    test_clock: clockOf(company.store.get('customers', of.customerId)),
    webhooks_delivered_at: seconds(of.createdAt),
  };
}

export function invoiceLines(company: Books, of: Invoice) {
  const lines = creditedLines(company, of).lines.map((each) => line(company, of, each));
  return { ...list(lines, `/v1/invoices/${of.id}/lines`), total_count: lines.length };
}

/** null until the public URL is known. */
function pageOf({ publicUrl }: Books, { id }: Invoice): string | null {
  return publicUrl === '' ? null : `${publicUrl}/invoices/${id}`;
}

function buyerOf(company: Books, of: Invoice) {
  const buyer = company.store.get('customers', of.customerId);
  const said = { customer_email: buyer?.email ?? null, customer_name: buyer?.name ?? null };
  return { ...said, customer_tax_exempt: 'none', customer_tax_ids: [] };
}

function amounts(company: Books, of: Invoice) {
  const paid = of.status === 'paid' ? of.total : 0;
  const { sum, starting, ending } = creditedLines(company, of);
  const total = sum - (of.discounted ?? 0);
  return {
    amount_due: of.total,
    amount_overpaid: 0,
    amount_paid: paid,
    amount_remaining: of.total - paid,
    amount_shipping: 0,
    ending_balance: ending,
    starting_balance: starting,
    subtotal: sum,
    subtotal_excluding_tax: sum,
    total,
    total_discount_amounts: discountsOf(of),
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
  };
}

function discountsOf({ discounted, id }: Invoice) {
  return discounted ? [{ amount: discounted, discount: `di_${id.slice(3)}` }] : [];
}

function transitions({ createdAt, paidAt, status, writtenOffAt }: Invoice) {
  return {
    finalized_at: seconds(createdAt),
    marked_uncollectible_at: status === 'uncollectible' ? seconds(writtenOffAt ?? null) : null,
    paid_at: seconds(paidAt),
    voided_at: status === 'void' ? seconds(writtenOffAt ?? null) : null,
  };
}

function parentOf(of: Invoice) {
  if (!of.subscriptionId) return null;
  const subscription_details = { metadata: of.metadata, subscription: of.subscriptionId };
  return { quote_details: null, subscription_details, type: 'subscription_details' };
}

function line(company: Books, of: Invoice, each: InvoiceLine) {
  const price = company.price(each.priceId);
  const subscription = company.store.get('subscriptions', of.subscriptionId ?? '');
  const details = {
    invoice_item: null,
    proration: each.proration,
    proration_details: { credited_items: null },
    subscription: of.subscriptionId,
    subscription_item: subscription?.itemId ?? null,
  };
  return {
    id: each.id,
    object: 'line_item',
    amount: each.amount,
    currency: of.currency,
    description: each.description,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: of.id,
    livemode: false,
    metadata: of.metadata,
    parent: { invoice_item_details: null, subscription_item_details: details, type: 'subscription_item_details' },
    period: { end: seconds(each.periodEnd), start: seconds(each.periodStart) },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: each.priceId, product: productId(price) },
      type: 'price_details',
      unit_amount_decimal: String(price.amount),
    },
    quantity: each.quantity,
    quantity_decimal: String(each.quantity),
    subscription: of.subscriptionId,
    subtotal: each.amount,
    taxes: [],
  };
}

/** The payments of an invoice; always one here. */
export function invoicePayment(of: Invoice) {
  const statuses = { open: 'open', paid: 'paid', void: 'canceled', uncollectible: 'open' } as const;
  return {
    id: `inpay_${of.id.slice(3)}`,
    object: 'invoice_payment',
    amount_paid: of.status === 'paid' ? of.total : null,
    amount_requested: of.total,
    created: seconds(of.createdAt),
    currency: of.currency,
    invoice: of.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: of.paymentId, type: 'payment_intent' },
    status: statuses[of.status],
    status_transitions: { canceled_at: null, paid_at: seconds(of.paidAt) },
  };
}
