import type { EventType } from '../adapter.ts';
import { hmacSha256 } from '../hmac.ts';
import {
  recurringInterval,
  type SampleDelivery,
  type SampleOptions,
  sampleHex,
  samplePeriod,
  sampleStatus,
} from '../sample.ts';

/** Polar's names; a type that isn't here keeps the specification's. */
const nativeNames: Partial<Record<EventType, string>> = {
  'subscription.deleted': 'subscription.revoked',
  'invoice.payment_succeeded': 'order.paid',
  'checkout.session.completed': 'checkout.updated',
};

/** Names that tell the subscription's status. */
const nativeStatuses = new Map([['subscription.paused', 'paused']]);

/** A webhook of Polar's, signed by the Standard Webhooks scheme with the secret's text as the key. */
export function sampleDelivery(type: EventType, options: SampleOptions): SampleDelivery {
  const { webhookSecret, signatureHeader, now } = options;
  const body = JSON.stringify({
    type: options.nativeType ?? nativeNames[type] ?? type,
    timestamp: options.occurredAt.toISOString(),
    data: dataOf(type, options),
  });
  const id = uuid('event', options.eventId);
  const digest = hmacSha256(webhookSecret, [`${id}.${now}.`, body]).toString('base64');
  return { body, headers: { 'webhook-id': id, 'webhook-timestamp': `${now}`, [signatureHeader]: `v1,${digest}` } };
}

function dataOf(type: EventType, options: SampleOptions): object {
  switch (type) {
    case 'customer.created':
    case 'customer.updated':
    case 'customer.deleted':
      return customer(type, options);
    case 'subscription.created':
    case 'subscription.updated':
    case 'subscription.canceled':
    case 'subscription.deleted':
      return subscription(type, options);
    case 'invoice.payment_failed':
      return options.nativeType === 'subscription.past_due' ? subscription(type, options) : order(type, options);
    case 'invoice.payment_succeeded':
    case 'order.paid':
      return order(type, options);
    case 'checkout.session.completed':
      return checkout(options);
  }
}

function uuid(...words: string[]): string {
  return sampleHex(...words).replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-a$4-');
}

function idsOf({ userId, ...given }: SampleOptions) {
  return {
    customer: given.customerId ?? uuid('customer', userId),
    subscription: given.subscriptionId ?? uuid('subscription', userId),
    order: given.paymentId ?? uuid('order', userId),
    purchase: given.paymentId ?? uuid('purchase', userId),
    checkout: uuid('checkout', userId),
  };
}

const metadataOf = ({ userId, plan, interval }: SampleOptions) => (plan ? { userId, plan, interval } : { userId });

function customer(type: EventType, options: SampleOptions): object {
  const at = options.occurredAt.toISOString();
  return {
    id: idsOf(options).customer,
    created_at: at,
    modified_at: at,
    metadata: { userId: options.userId },
    external_id: options.userId,
    email: options.email,
    email_verified: false,
    type: 'individual',
    name: null,
    deleted_at: type === 'customer.deleted' ? at : null,
  };
}

function product(options: SampleOptions, isRecurring = true): object {
  return {
    id: options.priceId,
    name: options.plan ?? 'Subscription',
    is_recurring: isRecurring,
    recurring_interval: isRecurring ? recurringInterval(options.interval) : null,
    recurring_interval_count: isRecurring ? 1 : null,
    is_archived: false,
  };
}

function subscription(type: EventType, options: SampleOptions): object {
  const ids = idsOf(options);
  const { start, end } = samplePeriod(options);
  const at = options.occurredAt.toISOString();
  const status = nativeStatuses.get(options.nativeType ?? '') ?? sampleStatus(type, options);
  const isOver = status === 'canceled';
  const isScheduled = !isOver && options.cancelAtPeriodEnd === true;
  const isTrial = status === 'trialing';
  return {
    id: ids.subscription,
    created_at: start.toISOString(),
    modified_at: at,
    amount: options.amount.minorUnits,
    currency: options.amount.currency,
    recurring_interval: recurringInterval(options.interval),
    recurring_interval_count: 1,
    status,
    current_period_start: start.toISOString(),
    current_period_end: end.toISOString(),
    trial_start: isTrial ? start.toISOString() : null,
    trial_end: isTrial ? end.toISOString() : null,
    cancel_at_period_end: isScheduled,
    canceled_at: isOver || isScheduled ? at : null,
    started_at: start.toISOString(),
    ends_at: isScheduled ? end.toISOString() : null,
    ended_at: isOver ? at : null,
    customer_id: ids.customer,
    product_id: options.priceId,
    checkout_id: ids.checkout,
    seats: null,
    metadata: metadataOf(options),
    customer: customer(type, options),
    product: product(options),
  };
}

function order(type: EventType, options: SampleOptions): object {
  const ids = idsOf(options);
  const { minorUnits, currency } = options.amount;
  const isPurchase = type === 'order.paid';
  const isPaid = type !== 'invoice.payment_failed';
  return {
    id: isPurchase ? ids.purchase : ids.order,
    created_at: options.occurredAt.toISOString(),
    status: isPaid ? 'paid' : 'pending',
    paid: isPaid,
    net_amount: minorUnits,
    tax_amount: 0,
    total_amount: minorUnits,
    due_amount: isPaid ? 0 : minorUnits,
    refunded_amount: 0,
    currency,
    billing_reason: isPurchase ? 'purchase' : 'subscription_cycle',
    customer_id: ids.customer,
    product_id: options.priceId,
    subscription_id: isPurchase ? null : ids.subscription,
    checkout_id: ids.checkout,
    metadata: metadataOf(options),
    customer: customer(type, options),
    product: product(options, !isPurchase),
    description: options.plan ?? 'Subscription',
  };
}

function checkout(options: SampleOptions): object {
  const ids = idsOf(options);
  const { minorUnits, currency } = options.amount;
  const { end } = samplePeriod(options);
  return {
    id: ids.checkout,
    created_at: options.occurredAt.toISOString(),
    status: 'succeeded',
    amount: minorUnits,
    net_amount: minorUnits,
    tax_amount: 0,
    total_amount: minorUnits,
    currency,
    trial_end: options.status === 'trialing' ? end.toISOString() : null,
    product_id: options.priceId,
    customer_id: ids.customer,
    customer_email: options.email,
    external_customer_id: options.userId,
    subscription_id: ids.subscription,
    metadata: metadataOf(options),
    product: product(options),
  };
}
