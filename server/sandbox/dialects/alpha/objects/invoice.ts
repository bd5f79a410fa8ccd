import type { Books } from '../../../core/books.ts';
import type { Invoice, InvoiceLine } from '../../../core/records.ts';
import { list, productId, seconds } from './catalogue.ts';

const reasons = {
  create: 'subscription_create',
  cycle: 'subscription_cycle',
  update: 'subscription_update',
  purchase: 'manual',
} as const;

export function invoice(company: Books, of: Invoice) {
  return {
    id: of.id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Sandbox',
    account_tax_ids: null,
    ...amounts(of),
    application: null,
    attempt_count: of.attempts,
    attempted: true,
    auto_advance: of.nextAttemptAt !== null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: reasons[of.reason],
    collection_method: 'charge_automatically',
    created: seconds(of.createdAt),
    currency: of.currency,
    custom_fields: null,
    customer: of.customerId,
    customer_account: null,
    customer_address: null,
    ...buyerOf(company, of),
    default_payment_method: null,
    description: null,
    discounts: [],
    due_date: null,
    effective_at: seconds(of.createdAt),
    ending_balance: 0,
    hosted_invoice_url: pageOf(company, of),
    invoice_pdf: pageOf(company, of),
    lines: {
      ...list(
        of.lines.map((each) => line(company, of, each)),
        `/v1/invoices/${of.id}/lines`,
      ),
      total_count: of.lines.length,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: seconds(of.nextAttemptAt),
    number: of.number,
    on_behalf_of: null,
    parent: parentOf(of),
    period_end: seconds(of.createdAt),
    period_start: seconds(of.createdAt),
    starting_balance: 0,
    status: of.status,
    status_transitions: transitions(of),
    test_clock: null,
    webhooks_delivered_at: seconds(of.createdAt),
  };
}

/** Nowhere, as long as the company has no address. */
export function pageOf({ publicUrl }: Books, { id }: Invoice): string | null {
  return publicUrl === '' ? null : `${publicUrl}/invoices/${id}`;
}

function buyerOf(company: Books, of: Invoice) {
  const buyer = company.store.get('customers', of.customerId);
  const said = { customer_email: buyer?.email ?? null, customer_name: buyer?.name ?? null };
  return { ...said, customer_tax_exempt: 'none', customer_tax_ids: [] };
}

function amounts(of: Invoice) {
  const paid = of.status === 'paid' ? of.total : 0;
  return {
    amount_due: of.total,
    amount_overpaid: 0,
    amount_paid: paid,
    amount_remaining: of.total - paid,
    amount_shipping: 0,
    subtotal: of.total,
    subtotal_excluding_tax: of.total,
    total: of.total,
    total_discount_amounts: [],
    total_excluding_tax: of.total,
    total_taxes: [],
  };
}

function transitions({ createdAt, paidAt }: Invoice) {
  const finalized_at = seconds(createdAt);
  return { finalized_at, marked_uncollectible_at: null, paid_at: seconds(paidAt), voided_at: null };
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
    subtotal: each.amount,
    taxes: [],
  };
}
