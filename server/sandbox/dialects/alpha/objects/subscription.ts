import type { Books } from '../../../core/books.ts';
import type { Subscription } from '../../../core/records.ts';
import { list, plan, price, seconds } from './catalogue.ts';

/** In flexible billing mode: an end scheduled in the portal shows as `cancel_at` alone, one by the API as both. */
export function subscription(company: Books, of: Subscription) {
  return {
    id: of.id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: seconds(of.anchor),
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_thresholds: null,
    ...endOf(of),
    collection_method: 'charge_automatically',
    created: seconds(of.createdAt),
    currency: company.price(of.priceId).currency.toLowerCase(),
    customer: of.customerId,
    customer_account: null,
    days_until_due: null,
    default_payment_method: company.store.get('customers', of.customerId)?.cardId ?? null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    invoice_settings: { account_tax_ids: null, issuer: { type: 'self' } },
    items: { ...list([item(company, of)], `/v1/subscription_items?subscription=${of.id}`), total_count: 1 },
    latest_invoice: of.latestInvoiceId,
    livemode: false,
    metadata: of.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: of.pauseCollection && {
      behavior: of.pauseCollection.behavior,
      resumes_at: seconds(of.pauseCollection.resumesAt),
    },
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    plan: plan(company.price(of.priceId)),
    quantity: of.quantity,
    schedule: null,
    start_date: seconds(of.createdAt),
    status: of.status,
    status_details: of.status === 'paused' ? pausedDetails(of) : null,
    test_clock: null,
    transfer_data: null,
    trial_end: seconds(of.trialEnd),
    trial_settings: { end_behavior: { missing_payment_method: 'create_invoice' } },
    trial_start: seconds(of.trialStart),
  };
}

function endOf(of: Subscription) {
  const reason = of.endReason === 'payment_failed' ? 'payment_failed' : 'cancellation_requested';
  return {
    cancel_at: seconds(of.cancelAt),
    cancel_at_period_end: of.cancelAt !== null && of.cancelVia === 'api',
    canceled_at: seconds(of.canceledAt),
    cancellation_details: { comment: null, feedback: null, reason: of.canceledAt === null ? null : reason },
    ended_at: seconds(of.endedAt),
  };
}

function item(company: Books, of: Subscription) {
  const sold = company.price(of.priceId);
  return {
    id: of.itemId,
    object: 'subscription_item',
    billing_thresholds: null,
    created: seconds(of.createdAt),
    current_period_end: seconds(of.periodEnd),
    current_period_start: seconds(of.periodStart),
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
