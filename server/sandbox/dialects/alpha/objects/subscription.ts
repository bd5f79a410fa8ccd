import type { Books } from '../../../core/books.ts';
import { couponFor } from '../../../core/discounts.ts';
import type { Subscription } from '../../../core/records.ts';
import { list, none, plan, price, seconds } from './catalogue.ts';
import { clockOf } from './customer.ts';

/** Of a subscription's discount. */
export const discountId = (subscriptionId: string) => `di_${subscriptionId.slice(4)}`;

/** In flexible billing mode, a cancellation scheduled in the portal sets only `cancel_at`; the API sets both fields. */
export function subscription(company: Books, of: Subscription) {
  return {
    id: of.id,
    object: 'subscription',
    ...none('application application_fee_percent billing_cycle_anchor_config billing_thresholds customer_account'),
    ...none('days_until_due default_source description managed_payments next_pending_invoice_item_invoice'),
    ...none('on_behalf_of pending_invoice_item_interval pending_setup_intent pending_update transfer_data'),
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: seconds(of.anchor),
    billing_schedules: [],
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    ...endOf(of),
    collection_method: 'charge_automatically',
    created: seconds(of.createdAt),
    currency: company.price(of.priceId).currency.toLowerCase(),
    customer: of.customerId,
    default_payment_method: company.store.get('customers', of.customerId)?.cardId ?? null,
    default_tax_rates: [],
    discounts: couponFor(company, of) ? [discountId(of.id)] : [],
    invoice_settings: { ...none('account_tax_ids custom_fields description footer'), issuer: { type: 'self' } },
    items: { ...list([item(company, of)], `/v1/subscription_items?subscription=${of.id}`), total_count: 1 },
    latest_invoice: of.latestInvoiceId,
    livemode: false,
    metadata: of.metadata,
    pause_collection: of.pauseCollection && {
      behavior: of.pauseCollection.behavior,
      resumes_at: seconds(of.pauseCollection.resumesAt),
    },
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    plan: plan(company.price(of.priceId)),
    quantity: of.quantity,
    schedule: of.extra.scheduleId ?? null,
    start_date: seconds(of.createdAt),
    status: of.status,
    ...(of.status === 'paused' ? { status_details: pausedDetails(of) } : {}),
    test_clock: clockOf(company.store.get('customers', of.customerId)),
    trial_end: seconds(of.trialEnd),
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: of.withoutCard ?? 'create_invoice' },
    },
    trial_start: seconds(of.trialStart),
  };
}

function endOf(of: Subscription) {
  const reason = of.endReason === 'payment_failed' ? 'payment_failed' : 'cancellation_requested';
  return {
    cancel_at: seconds(of.cancelAt),
    cancel_at_period_end: of.cancelAt !== null && of.cancelVia === 'api',
    canceled_at: seconds(of.canceledAt),
    cancellation_details: {
      comment: of.extra.comment ?? null,
      feedback: of.extra.feedback ?? null,
      feedback_option: null,
      reason: of.canceledAt === null ? null : reason,
    },
    ended_at: seconds(of.endedAt),
  };
}

export function item(company: Books, of: Subscription) {
  const sold = company.price(of.priceId);
  return {
    id: of.itemId,
    object: 'subscription_item',
    billing_thresholds: null,
    created: seconds(of.createdAt),
    current_period_end: seconds(of.periodEnd),
    current_period_start: seconds(of.periodStart),
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: plan(sold),
    price: price(sold),
    quantity: of.quantity,
    subscription: of.id,
    tax_rates: [],
  };
}

function pausedDetails(of: Subscription) {
  return {
    paused: { subscription: { type: 'explicit' }, transitioned_at: seconds(of.pausedAt), type: 'subscription' },
  };
}
