import type { Books } from '../../../core/books.ts';
import { couponFor } from '../../../core/discounts.ts';
import type { Subscription } from '../../../core/records.ts';
import { customer } from './customer.ts';
import { iso, product } from './product.ts';
import { lastBill, transaction } from './transaction.ts';

/** A scheduled cancellation is a status of its own here, which replaces the previous one. */
function statusOf({ status, cancelAt }: Subscription): string {
  return cancelAt !== null && (status === 'active' || status === 'trialing') ? 'scheduled_cancel' : status;
}

/** With product and customer as objects. */
export function subscription(company: Books, of: Subscription) {
  const buyer = company.store.get('customers', of.customerId);
  const bill = lastBill(company, of);
  const goesOn = of.cancelAt === null && !['canceled', 'paused'].includes(of.status);
  return {
    ...briefSubscription(of),
    product: product(company.price(of.priceId)),
    customer: buyer ? customer(buyer) : of.customerId,
    items: [item(of)],
    ...(bill ? { last_transaction_id: bill.paymentId, last_transaction_date: iso(bill.paidAt ?? bill.createdAt) } : {}),
    ...discountOf(company, of),
    ...(goesOn ? { next_transaction_date: iso(of.periodEnd) } : {}),
    current_period_start_date: iso(of.periodStart),
    current_period_end_date: iso(of.periodEnd),
  };
}

/** In the SDK's field names; a percentage is in `amount`, too. One for the first bill alone stays, and says so. */
function discountOf(company: Books, of: Subscription) {
  const { couponId } = company.store.get('checkouts', of.checkoutId ?? '') ?? {};
  const first = company.store.get('coupons', couponId ?? '');
  const lasting = company.store.get('coupons', couponFor(company, of) ?? '');
  const coupon = first?.duration === 'once' ? first : lasting;
  if (!coupon) return {};
  const { id, code, name, percent, amount, duration, months } = coupon;
  const kind = percent === null ? { type: 'fixed', amount } : { type: 'percentage', amount: percent };
  const repeats = duration === 'repeating' ? { durationInMonths: months } : {};
  return { discount: { id, ...(code ? { discountCode: code } : {}), name, ...kind, duration, ...repeats } };
}

/** Also contains its latest transaction. */
export function chargedSubscription(company: Books, of: Subscription) {
  const bill = lastBill(company, of);
  return { ...subscription(company, of), ...(bill ? { last_transaction: transaction(company, bill) } : {}) };
}

/** As nested in other objects: with ids, and without the period. */
export function briefSubscription(of: Subscription) {
  const status = statusOf(of);
  return {
    id: of.id,
    object: 'subscription',
    product: of.priceId,
    customer: of.customerId,
    collection_method: 'charge_automatically',
    status,
    canceled_at: status === 'canceled' || status === 'scheduled_cancel' ? iso(of.canceledAt) : null,
    created_at: iso(of.createdAt),
    updated_at: iso(of.updatedAt),
    metadata: of.metadata,
    mode: 'test',
  };
}

function item(of: Subscription) {
  return {
    object: 'subscription_item',
    id: of.itemId,
    product_id: of.priceId,
    price_id: `pprice_${of.priceId}`,
    units: of.quantity,
    created_at: iso(of.createdAt),
    updated_at: iso(of.itemChangedAt),
    mode: 'test',
  };
}
