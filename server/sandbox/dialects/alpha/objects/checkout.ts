import type { Books } from '../../../core/books.ts';
import type { Checkout } from '../../../core/records.ts';
import { list, price, seconds } from './catalogue.ts';
import { isGuest } from './customer.ts';

export function modeOf(company: Books, of: Checkout): 'payment' | 'subscription' {
  return company.price(of.priceId).interval === 'one_time' ? 'payment' : 'subscription';
}

export function checkout(company: Books, of: Checkout) {
  const mode = modeOf(company, of);
  const invoice = company.store.get('invoices', of.invoiceId ?? '');
  const guest = isGuest(company.store.get('customers', of.customerId ?? ''));
  const total = of.trialDays > 0 ? 0 : company.price(of.priceId).amount * of.quantity;
  return {
    id: of.id,
    object: 'checkout.session',
    after_expiration: null,
    allow_promotion_codes: of.extra.allowPromotionCodes ?? null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: of.cancelUrl,
    client_reference_id: of.reference,
    client_secret: null,
    consent: null,
    created: seconds(of.createdAt),
    currency: company.price(of.priceId).currency.toLowerCase(),
    custom_fields: [],
    customer: guest ? null : of.customerId,
    customer_account: null,
    customer_creation: mode === 'subscription' || of.extra.customerCreation === 'always' ? 'always' : 'if_required',
    customer_details: of.email === null ? null : details(of.email),
    customer_email: of.extra.customerEmail ?? null,
    discounts: [],
    expires_at: seconds(of.expiresAt),
    invoice: mode === 'subscription' ? of.invoiceId : null,
    livemode: false,
    locale: null,
    metadata: of.metadata,
    mode,
    payment_intent: mode === 'payment' ? (invoice?.paymentId ?? null) : null,
    payment_link: null,
    payment_method_collection: mode === 'payment' ? 'if_required' : 'always',
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    payment_status: paymentStatus(of, total),
    recovered_from: null,
    status: of.status,
    submit_type: null,
    subscription: of.subscriptionId,
    success_url: of.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: of.status === 'open' ? `${company.publicUrl}/pay/${of.token}` : null,
  };
}

export function lineItems(company: Books, of: Checkout) {
  const sold = company.price(of.priceId);
  const total = of.trialDays > 0 ? 0 : sold.amount * of.quantity;
  const item = {
    id: `li_${of.id.slice(-14)}`,
    object: 'item',
    amount_discount: 0,
    amount_subtotal: total,
    amount_tax: 0,
    amount_total: total,
    currency: sold.currency.toLowerCase(),
    description: sold.label,
    price: price(sold),
    quantity: of.quantity,
  };
  return list([item], `/v1/checkout/sessions/${of.id}/line_items`);
}

function paymentStatus(of: Checkout, total: number) {
  if (of.status !== 'complete') return 'unpaid';
  return total === 0 ? 'no_payment_required' : 'paid';
}

function details(email: string) {
  return { address: null, email, name: null, phone: null, tax_exempt: 'none', tax_ids: [] };
}
