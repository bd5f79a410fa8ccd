import type { EventType, SubscriptionStatus } from '../adapter.ts';
import { hmacSha256 } from '../hmac.ts';
import {
  recurringInterval,
  type SampleDelivery,
  type SampleOptions,
  sampleHex,
  samplePeriod,
  sampleStatus,
} from '../sample.ts';

/** Stripe's names; a type that isn't here has none of its own and keeps the specification's. */
const nativeNames: Partial<Record<EventType, string>> = {
  'subscription.created': 'customer.subscription.created',
  'subscription.updated': 'customer.subscription.updated',
  'subscription.deleted': 'customer.subscription.deleted',
  'order.paid': 'checkout.session.completed',
};

const nativeStatuses: Partial<Record<string, SubscriptionStatus | 'paused'>> = {
  'customer.subscription.paused': 'paused',
};

/** A webhook of Stripe's, signed as Stripe signs (`t=<seconds>,v1=<hex HMAC-SHA256 of "t.body">`). */
export function sampleDelivery(type: EventType, options: SampleOptions): SampleDelivery {
  const { eventId, occurredAt, webhookSecret, signatureHeader, now } = options;
  const body = JSON.stringify({
    id: `evt_${sampleHex('event', eventId)}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: seconds(occurredAt),
    data: { object: objectOf(type, options) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type: options.nativeType ?? nativeNames[type] ?? type,
  });
  const digest = hmacSha256(webhookSecret, [`${now}.`, body]).toString('hex');
  return { body, headers: { [signatureHeader]: `t=${now},v1=${digest}` } };
}

function objectOf(type: EventType, options: SampleOptions): object {
  switch (type) {
    case 'customer.created':
    case 'customer.updated':
    case 'customer.deleted':
      return customer(options);
    case 'subscription.created':
    case 'subscription.updated':
    case 'subscription.canceled':
    case 'subscription.deleted':
      return subscription(type, options);
    case 'invoice.payment_succeeded':
    case 'invoice.payment_failed':
      return invoice(type === 'invoice.payment_failed', options);
    case 'checkout.session.completed':
      return checkout('subscription', options);
    case 'order.paid':
      return checkout('payment', options);
  }
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

function idsOf({ userId, ...given }: SampleOptions) {
  const id = (prefix: string) => `${prefix}_${sampleHex(prefix, userId).slice(0, 24)}`;
  return {
    customer: given.customerId ?? id('cus'),
    subscription: given.subscriptionId ?? id('sub'),
    invoice: given.paymentId ?? id('in'),
    paymentIntent: given.paymentId ?? id('pi'),
    item: id('si'),
    session: id('cs_test'),
    product: id('prod'),
  };
}

function metadataOf({ userId, plan, interval }: SampleOptions): object {
  return plan ? { userId, plan, interval } : { userId };
}

function customer(options: SampleOptions): object {
  return {
    id: idsOf(options).customer,
    object: 'customer',
    created: seconds(options.occurredAt),
    currency: options.amount.currency,
    delinquent: false,
    email: options.email,
    livemode: false,
    metadata: { userId: options.userId },
    name: null,
  };
}

function subscription(type: EventType, options: SampleOptions): object {
  const ids = idsOf(options);
  const { start, end } = samplePeriod(options);
  const status = nativeStatuses[options.nativeType ?? ''] ?? sampleStatus(type, options);
  const over = status === 'canceled' ? seconds(options.occurredAt) : null;
  const scheduled = over === null && options.cancelAtPeriodEnd === true;
  const trial = status === 'trialing' ? { trial_start: seconds(start), trial_end: seconds(end) } : {};
  return {
    id: ids.subscription,
    object: 'subscription',
    billing_mode: { type: 'flexible' },
    cancel_at: scheduled ? seconds(end) : null,
    cancel_at_period_end: scheduled,
    canceled_at: scheduled ? seconds(options.occurredAt) : over,
    collection_method: 'charge_automatically',
    created: seconds(start),
    currency: options.amount.currency,
    customer: ids.customer,
    ended_at: over,
    items: { object: 'list', data: [item(options)], has_more: false, total_count: 1 },
    latest_invoice: ids.invoice,
    livemode: false,
    metadata: metadataOf(options),
    pause_collection: null,
    start_date: seconds(start),
    status,
    ...{ trial_start: null, trial_end: null, ...trial },
  };
}

function item(options: SampleOptions): object {
  const ids = idsOf(options);
  const { start, end } = samplePeriod(options);
  const { minorUnits, currency } = options.amount;
  return {
    id: ids.item,
    object: 'subscription_item',
    current_period_start: seconds(start),
    current_period_end: seconds(end),
    metadata: {},
    price: {
      id: options.priceId,
      object: 'price',
      active: true,
      billing_scheme: 'per_unit',
      currency,
      product: ids.product,
      recurring: { interval: recurringInterval(options.interval), interval_count: 1, usage_type: 'licensed' },
      type: 'recurring',
      unit_amount: minorUnits,
      unit_amount_decimal: `${minorUnits}`,
    },
    quantity: 1,
    subscription: ids.subscription,
  };
}

function invoice(failed: boolean, options: SampleOptions): object {
  const ids = idsOf(options);
  const { start, end } = samplePeriod(options);
  const { minorUnits, currency } = options.amount;
  const subscription_details = { metadata: metadataOf(options), subscription: ids.subscription };
  return {
    id: ids.invoice,
    object: 'invoice',
    amount_due: minorUnits,
    amount_paid: failed ? 0 : minorUnits,
    amount_remaining: failed ? minorUnits : 0,
    attempted: true,
    billing_reason: 'subscription_cycle',
    collection_method: 'charge_automatically',
    created: seconds(options.occurredAt),
    currency,
    customer: ids.customer,
    customer_email: options.email,
    description: null,
    lines: {
      object: 'list',
      data: [
        {
          object: 'line_item',
          amount: minorUnits,
          currency,
          description: `1 × ${options.plan ?? 'subscription'}`,
          period: { start: seconds(start), end: seconds(end) },
          pricing: { price_details: { price: options.priceId, product: ids.product }, type: 'price_details' },
          quantity: 1,
        },
      ],
    },
    livemode: false,
    metadata: {},
    parent: { quote_details: null, subscription_details, type: 'subscription_details' },
    status: failed ? 'open' : 'paid',
    total: minorUnits,
  };
}

function checkout(mode: 'subscription' | 'payment', options: SampleOptions): object {
  const ids = idsOf(options);
  const isTrial = mode === 'subscription' && options.status === 'trialing';
  const total = isTrial ? 0 : options.amount.minorUnits;
  const bought =
    mode === 'subscription'
      ? { invoice: ids.invoice, payment_intent: null, subscription: ids.subscription }
      : { invoice: null, payment_intent: ids.paymentIntent, subscription: null };
  return {
    id: ids.session,
    object: 'checkout.session',
    amount_subtotal: total,
    amount_total: total,
    client_reference_id: options.userId,
    created: seconds(options.occurredAt),
    currency: options.amount.currency,
    customer: ids.customer,
    customer_details: { email: options.email, name: null },
    customer_email: null,
    livemode: false,
    metadata: metadataOf(options),
    mode,
    payment_status: isTrial ? 'no_payment_required' : 'paid',
    status: 'complete',
    url: null,
    ...bought,
  };
}
