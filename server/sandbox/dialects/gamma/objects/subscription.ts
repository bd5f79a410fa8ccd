import type { Books } from '../../../core/books.ts';
import { couponFor, discountOn } from '../../../core/discounts.ts';
import type { Subscription } from '../../../core/records.ts';
import { idOf } from '../ids.ts';
import { iso } from '../time.ts';
import { customerOf } from './customer.ts';
import { discountNamed } from './discount.ts';
import { price, product, seatsOf } from './product.ts';

export function subscription(company: Books, of: Subscription) {
  const sold = company.price(of.priceId);
  return {
    ...bareSubscription(company, of),
    custom_field_data: {},
    customer: customerOf(company, of),
    product: product(sold),
    discount: discountNamed(company, of.discount?.couponId),
    prices: [price(sold)],
    meters: [],
    pending_update: pendingUpdate(company, of),
  };
}

/** As nested in orders. */
export function bareSubscription(company: Books, of: Subscription) {
  const sold = company.price(of.priceId);
  const gross = sold.amount * of.quantity;
  return {
    created_at: iso(of.createdAt),
    modified_at: iso(of.updatedAt),
    id: of.id,
    // As at Polar, the amount after the discount.
    amount: gross - discountOn(company, couponFor(company, of), gross),
    currency: sold.currency.toLowerCase(),
    recurring_interval: sold.interval,
    recurring_interval_count: 1,
    status: of.status,
    current_period_start: iso(of.periodStart),
    current_period_end: iso(of.periodEnd),
    trial_start: iso(of.trialStart),
    trial_end: iso(of.trialEnd),
    cancel_at_period_end: of.cancelAt !== null,
    canceled_at: iso(of.canceledAt),
    started_at: iso(of.createdAt),
    ends_at: iso(of.endedAt ?? of.cancelAt),
    ended_at: iso(of.endedAt),
    customer_id: of.customerId,
    product_id: of.priceId,
    discount_id: of.discount?.couponId ?? null,
    checkout_id: of.checkoutId,
    seats: seatsOf(company, of),
    customer_cancellation_reason: of.extra.cancellationReason ?? null,
    customer_cancellation_comment: of.extra.cancellationComment ?? null,
    metadata: of.metadata,
    current_meter_period_start: null,
    current_meter_period_end: null,
    past_due_at: pastDueAt(company, of),
    pause_at_period_end: of.pauseAtPeriodEnd,
    paused_at: iso(of.pausedAt),
    resumes_at: iso(of.resumesAt),
    units: null,
  };
}

function pastDueAt(company: Books, { status, latestInvoiceId }: Subscription): string | null {
  if (status !== 'past_due') return null;
  return iso(company.store.get('invoices', latestInvoiceId ?? '')?.createdAt ?? null);
}

function pendingUpdate(company: Books, of: Subscription) {
  if (!of.pendingUpdate) return null;
  const { priceId, quantity } = of.pendingUpdate;
  return {
    id: idOf(`pending update of ${of.id}: ${priceId} ${quantity}`),
    created_at: iso(of.updatedAt),
    modified_at: null,
    applies_at: iso(of.periodEnd),
    product_id: priceId === of.priceId ? null : priceId,
    seats: quantity === of.quantity ? null : seatsOf(company, { ...of, quantity }),
  };
}
