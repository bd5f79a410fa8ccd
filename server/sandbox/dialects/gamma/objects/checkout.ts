import type { Books } from '../../../core/books.ts';
import { discountOn } from '../../../core/discounts.ts';
import type { Checkout } from '../../../core/records.ts';
import { ORGANIZATION_ID } from '../ids.ts';
import { iso } from '../time.ts';
import { billingAddress } from './customer.ts';
import { discountNamed } from './discount.ts';
import { price, priceId, product } from './product.ts';

export const statuses = { open: 'open', complete: 'succeeded', expired: 'expired' } as const;

export function checkout(company: Books, of: Checkout) {
  const sold = company.price(of.priceId);
  return {
    id: of.id,
    created_at: iso(of.createdAt),
    modified_at: iso(of.completedAt),
    custom_field_data: {},
    payment_processor: 'stripe',
    status: statuses[of.status],
    client_secret: `polar_c_${of.token}`,
    url: `${company.publicUrl}/pay/${of.token}`,
    expires_at: iso(of.expiresAt),
    success_url: of.successUrl.replaceAll('{CHECKOUT_ID}', of.id),
    return_url: of.cancelUrl,
    embed_origin: null,
    ...amounts(company, of),
    ...trial(company, of),
    organization_id: ORGANIZATION_ID,
    product_id: sold.id,
    product_price_id: priceId(sold),
    discount_id: of.couponId ?? null,
    allow_discount_codes: of.takes?.codes ?? true,
    require_billing_address: false,
    is_discount_applicable: true,
    is_free_product_price: sold.amount === 0,
    ...buyer(company, of),
    locale: 'en-US',
    payment_processor_metadata: {},
    metadata: of.metadata,
    products: [product(sold)],
    product: product(sold),
    product_price: price(sold),
    prices: { [sold.id]: [price(sold)] },
    discount: discountNamed(company, of.couponId),
    subscription_id: of.subscriptionId,
    attached_custom_fields: [],
    tax_behavior: null,
    payment_method_type: of.status === 'complete' ? 'card' : null,
  };
}

function amounts(company: Books, { priceId, quantity, trialDays, extra, couponId }: Checkout) {
  const { amount, currency } = company.price(priceId);
  const gross = amount * quantity;
  const discount_amount = discountOn(company, couponId, gross);
  const total = gross - discount_amount;
  const due = trialDays === 0 && total > 0;
  return {
    amount: gross,
    seats: extra.seats === true ? quantity : null,
    min_seats: null,
    max_seats: null,
    units: null,
    min_units: null,
    max_units: null,
    discount_amount,
    net_amount: total,
    tax_amount: 0,
    total_amount: total,
    currency: currency.toLowerCase(),
    is_payment_required: due,
    is_payment_setup_required: company.price(priceId).interval !== 'one_time',
    is_payment_form_required: true,
  };
}

/** The requested trial, and the one that applies (`active_*`). */
function trial(company: Books, { trialDays, subscriptionId, extra }: Checkout) {
  const running = company.store.get('subscriptions', subscriptionId ?? '');
  return {
    allow_trial: extra.allowTrial ?? null,
    trial_interval: extra.trialInterval ?? null,
    trial_interval_count: extra.trialIntervalCount ?? null,
    active_trial_interval: trialDays > 0 ? (extra.trialInterval ?? 'day') : null,
    active_trial_interval_count: trialDays > 0 ? (extra.trialIntervalCount ?? trialDays) : null,
    trial_end: iso(running?.trialEnd ?? null),
  };
}

function buyer(company: Books, of: Checkout) {
  const known = company.store.get('customers', of.customerId ?? '');
  return {
    customer_id: of.customerId,
    external_customer_id: of.customerExternalId ?? known?.externalId ?? null,
    is_business_customer: false,
    customer_name: known?.name ?? null,
    customer_email: of.email ?? known?.email ?? null,
    customer_ip_address: null,
    customer_billing_name: null,
    customer_billing_address: of.status === 'complete' ? billingAddress : null,
    customer_tax_id: null,
    customer_metadata: of.customerMetadata,
    billing_address_fields: addressFields,
  };
}

const addressFields = {
  country: 'required',
  state: 'disabled',
  city: 'disabled',
  postal_code: 'disabled',
  line1: 'disabled',
  line2: 'disabled',
} as const;
