import type { Books } from '../../../core/books.ts';
import { discountOn } from '../../../core/discounts.ts';
import type { Checkout } from '../../../core/records.ts';
import { list, none, price, seconds } from './catalogue.ts';
import { isGuest } from './customer.ts';

function modeOf(company: Books, of: Checkout): 'payment' | 'subscription' {
  return company.price(of.priceId).interval === 'one_time' ? 'payment' : 'subscription';
}

export function checkout(company: Books, of: Checkout) {
  const mode = modeOf(company, of);
  const invoice = company.store.get('invoices', of.invoiceId ?? '');
  const guest = isGuest(company.store.get('customers', of.customerId ?? ''));
  const subtotal = of.trialDays > 0 ? 0 : company.price(of.priceId).amount * of.quantity;
  const amount_discount = discountOn(company, of.couponId, subtotal);
  const total = subtotal - amount_discount;
  return {
    id: of.id,
    object: 'checkout.session',
    ...none('adaptive_pricing after_expiration allowed_payment_method_types billing_address_collection client_secret'),
    ...none('collected_information consent consent_collection currency_conversion customer_account'),
    ...none('integration_identifier locale managed_payments origin_context payment_link'),
    ...none('payment_method_configuration_details permissions recovered_from saved_payment_method_options'),
    ...none('setup_intent shipping_address_collection shipping_cost submit_type wallet_options'),
    allow_promotion_codes: of.extra.allowPromotionCodes ?? null,
    amount_subtotal: subtotal,
    amount_total: total,
    automatic_tax: taxOf(of),
    cancel_url: of.cancelUrl,
    client_reference_id: of.reference,
    created: seconds(of.createdAt),
    currency: company.price(of.priceId).currency.toLowerCase(),
    custom_fields: [],
    custom_text: none('after_submit shipping_address submit terms_of_service_acceptance'),
    customer: guest ? null : of.customerId,
    customer_creation: mode === 'subscription' || of.extra.customerCreation === 'always' ? 'always' : 'if_required',
    customer_details: of.email === null ? null : details(of.email, of.taxId),
    customer_email: of.extra.customerEmail ?? null,
    discounts: of.couponId ? [discountOf(company, of.couponId)] : [],
    expires_at: seconds(of.expiresAt),
    invoice: mode === 'subscription' ? of.invoiceId : null,
    invoice_creation: null,
    livemode: false,
    metadata: of.metadata,
    mode,
    payment_intent: mode === 'payment' ? (invoice?.paymentId ?? null) : null,
    payment_method_collection: mode === 'payment' || of.withoutCard ? 'if_required' : 'always',
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    payment_status: invoice?.status === 'paid' ? paymentStatus(of, total) : 'unpaid',
    shipping_options: [],
    status: of.status,
    subscription: of.subscriptionId,
    success_url: of.successUrl,
    ...(of.takes?.taxId ? { tax_id_collection: { enabled: true, required: 'never' } } : {}),
    total_details: { amount_discount, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: of.status === 'open' ? `${company.publicUrl}/pay/${of.token}` : null,
  };
}

function taxOf({ extra, status }: Checkout) {
  if (!extra.automaticTax) return { enabled: false, liability: null, provider: null, status: null };
  const state = status === 'complete' ? 'complete' : 'requires_location_inputs';
  return { enabled: true, liability: { type: 'self' }, provider: 'stripe', status: state };
}

function discountOf({ store }: Books, couponId: string) {
  const coupon = store.get('coupons', couponId);
  return { coupon: couponId, promotion_code: coupon?.code ? coupon.codeId : null };
}

export function lineItems(company: Books, of: Checkout) {
  const sold = company.price(of.priceId);
  const subtotal = of.trialDays > 0 ? 0 : sold.amount * of.quantity;
  const amount_discount = discountOn(company, of.couponId, subtotal);
  const item = {
    id: `li_${of.id.slice(-14)}`,
    object: 'item',
    amount_discount,
    amount_subtotal: subtotal,
    amount_tax: 0,
    amount_total: subtotal - amount_discount,
    currency: sold.currency.toLowerCase(),
    description: sold.label,
    price: price(sold),
    quantity: of.quantity,
    adjustable_quantity: null,
    metadata: {},
  };
  return list([item], `/v1/checkout/sessions/${of.id}/line_items`);
}

function paymentStatus(of: Checkout, total: number) {
  if (of.status !== 'complete') return 'unpaid';
  return total === 0 ? 'no_payment_required' : 'paid';
}

function details(email: string, taxId?: string) {
  const tax_ids = taxId ? [{ type: 'unknown', value: taxId }] : [];
  return { ...none('address business_name individual_name name phone'), email, tax_exempt: 'none', tax_ids };
}
