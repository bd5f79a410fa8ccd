import type { Books } from '../../../core/books.ts';
import type { Invoice, Refund, Subscription } from '../../../core/records.ts';
import { ORGANIZATION_ID } from '../ids.ts';
import { iso } from '../time.ts';
import { billingAddress, customerOf } from './customer.ts';
import { discountNamed } from './discount.ts';
import { bareProduct, priceId, seatsOf } from './product.ts';
import { bareSubscription } from './subscription.ts';

const reasons = {
  purchase: 'purchase',
  create: 'subscription_create',
  cycle: 'subscription_cycle',
  update: 'subscription_update',
  manual: 'subscription_update',
} as const;

/** `subscription`: its state at that time, if the store has a later one. */
export function order(company: Books, of: Invoice, subscription = subscriptionOf(company, of)) {
  const line = of.lines[0];
  const sold = company.price(line?.priceId ?? '');
  const checkoutId = of.checkoutId ?? subscription?.checkoutId ?? null;
  return {
    id: of.id,
    created_at: iso(of.createdAt),
    modified_at: iso(of.paidAt),
    status: statusOf(of),
    paid: of.status === 'paid',
    ...amounts(of),
    currency: of.currency,
    billing_reason: reasons[of.reason],
    billing_name: null,
    billing_address: billingAddress,
    invoice_number: of.number,
    is_invoice_generated: of.extra.invoiced === true,
    seats: seatsOf(company, { checkoutId, quantity: line?.quantity ?? 1 }),
    customer_id: of.customerId,
    product_id: sold.id,
    discount_id: couponOf(company, of),
    subscription_id: of.subscriptionId,
    checkout_id: checkoutId,
    metadata: of.metadata,
    custom_field_data: {},
    customer: customerOf(company, of),
    product: bareProduct(sold),
    discount: discountNamed(company, couponOf(company, of)),
    subscription: subscription && bareSubscription(company, subscription),
    items: of.lines.map((each) => item(company, of, each)),
    description: line?.description ?? sold.label,
    receipt_number: null,
    units: null,
    next_payment_attempt_at: iso(of.nextAttemptAt),
  };
}

/** The discount on the invoice: the subscription's, or else the checkout's coupon. */
function couponOf(company: Books, of: Invoice): string | null {
  if (!of.discounted) return null;
  const lasting = subscriptionOf(company, of)?.discount?.couponId;
  return lasting ?? company.store.get('checkouts', of.checkoutId ?? '')?.couponId ?? null;
}

function subscriptionOf(company: Books, of: Invoice): Subscription | null {
  return company.store.get('subscriptions', of.subscriptionId ?? '') ?? null;
}

function statusOf({ status, refunded, total }: Invoice): string {
  if (status === 'open') return 'pending';
  if (status !== 'paid') return 'void';
  if (refunded === 0) return 'paid';
  return refunded < total ? 'partially_refunded' : 'refunded';
}

/** The sandbox has no taxes. */
function amounts({ total, refunded, discounted = 0 }: Invoice) {
  return {
    subtotal_amount: total + discounted,
    discount_amount: discounted,
    net_amount: total,
    tax_amount: 0,
    total_amount: total,
    applied_balance_amount: 0,
    due_amount: total,
    refunded_amount: refunded,
    refunded_tax_amount: 0,
    refundable_amount: total - refunded,
    refundable_tax_amount: 0,
    platform_fee_amount: 0,
    platform_fee_currency: null,
  };
}

function item(company: Books, of: Invoice, line: Invoice['lines'][number]) {
  return {
    created_at: iso(of.createdAt),
    modified_at: null,
    id: line.id,
    label: line.description,
    amount: line.amount,
    tax_amount: 0,
    proration: line.proration,
    product_price_id: priceId(company.price(line.priceId)),
  };
}

export function refund(of: Refund, paid: Invoice) {
  return {
    created_at: iso(of.createdAt),
    modified_at: null,
    id: of.id,
    metadata: of.metadata,
    status: 'succeeded',
    reason: of.reason ?? 'customer_request',
    amount: of.amount,
    tax_amount: 0,
    currency: of.currency,
    organization_id: ORGANIZATION_ID,
    order_id: of.invoiceId,
    subscription_id: paid.subscriptionId,
    customer_id: paid.customerId,
    revoke_benefits: false,
    dispute: null,
  };
}
