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

/** Creem's names; a type that isn't here has none of its own and keeps the specification's. */
const nativeNames: Partial<Record<EventType, string>> = {
  'subscription.created': 'subscription.active',
  'subscription.updated': 'subscription.update',
  'invoice.payment_succeeded': 'subscription.paid',
  'invoice.payment_failed': 'subscription.past_due',
  'checkout.session.completed': 'checkout.completed',
  'order.paid': 'checkout.completed',
};

/** Names that tell the subscription's status. */
const nativeStatuses = new Map([
  ['subscription.trialing', 'trialing'],
  ['subscription.scheduled_cancel', 'scheduled_cancel'],
  ['subscription.paused', 'paused'],
  ['subscription.unpaid', 'unpaid'],
]);

/** A webhook of Creem's, signed as Creem signs (hex HMAC-SHA256 of the body). */
export function sampleDelivery(type: EventType, options: SampleOptions): SampleDelivery {
  const body = JSON.stringify({
    id: `evt_${sampleHex('event', options.eventId)}`,
    eventType: options.nativeType ?? nativeNames[type] ?? type,
    created_at: options.occurredAt.getTime(),
    object: objectOf(type, options),
  });
  const signature = hmacSha256(options.webhookSecret, [body]).toString('hex');
  return { body, headers: { [options.signatureHeader]: signature } };
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
      return { ...subscription(type, options), product: product(options), customer: customer(options) };
    case 'invoice.payment_succeeded':
    case 'invoice.payment_failed':
      return charge(type, options);
    case 'checkout.session.completed':
    case 'order.paid':
      return checkout(type, options);
  }
}

function idsOf({ userId, ...given }: SampleOptions) {
  const id = (prefix: string, ...more: string[]) => `${prefix}_${sampleHex(prefix, userId, ...more).slice(0, 22)}`;
  return {
    customer: given.customerId ?? id('cust'),
    subscription: given.subscriptionId ?? id('sub'),
    order: given.paymentId ?? id('ord'),
    purchase: given.paymentId ?? id('ord', 'onetime'),
    transaction: id('tran'),
    checkout: id('ch'),
    item: id('sitem'),
  };
}

const metadataOf = ({ userId, plan, interval }: SampleOptions) => (plan ? { userId, plan, interval } : { userId });
const currencyOf = ({ amount }: SampleOptions) => amount.currency.toUpperCase();

function customer(options: SampleOptions): object {
  const createdAt = options.occurredAt.toISOString();
  return {
    id: idsOf(options).customer,
    object: 'customer',
    email: options.email,
    country: 'NL',
    metadata: { userId: options.userId },
    created_at: createdAt,
    updated_at: createdAt,
    mode: 'test',
  };
}

function product(options: SampleOptions, isOneTime = false): object {
  return {
    id: options.priceId,
    object: 'product',
    name: options.plan ?? 'Subscription',
    price: options.amount.minorUnits,
    currency: currencyOf(options),
    billing_type: isOneTime ? 'onetime' : 'recurring',
    billing_period: isOneTime ? 'once' : `every-${recurringInterval(options.interval)}`,
    tax_mode: 'inclusive',
    mode: 'test',
  };
}

/** With the ids of its product and customer, as a checkout holds it. */
function subscription(type: EventType, options: SampleOptions) {
  const ids = idsOf(options);
  const { start, end } = samplePeriod(options);
  const status = nativeStatuses.get(options.nativeType ?? '') ?? sampleStatus(type, options);
  const scheduled = status === 'active' && options.cancelAtPeriodEnd;
  const hasEnd = scheduled || status === 'scheduled_cancel' || status === 'canceled';
  return {
    id: ids.subscription,
    object: 'subscription',
    product: options.priceId,
    customer: ids.customer,
    collection_method: 'charge_automatically',
    status: scheduled ? 'scheduled_cancel' : status,
    current_period_start_date: start.toISOString(),
    current_period_end_date: end.toISOString(),
    canceled_at: hasEnd ? options.occurredAt.toISOString() : null,
    created_at: start.toISOString(),
    updated_at: options.occurredAt.toISOString(),
    metadata: metadataOf(options),
    mode: 'test',
    items: [{ object: 'subscription_item', id: ids.item, product_id: options.priceId, units: 1, mode: 'test' }],
  };
}

/** A subscription's event about money, with the transaction in it. */
function charge(type: 'invoice.payment_succeeded' | 'invoice.payment_failed', options: SampleOptions): object {
  const ids = idsOf(options);
  const { start, end } = samplePeriod(options);
  const { minorUnits } = options.amount;
  const isPaid = type === 'invoice.payment_succeeded';
  return {
    ...subscription(type, options),
    product: product(options),
    customer: customer(options),
    last_transaction: {
      id: ids.transaction,
      object: 'transaction',
      amount: minorUnits,
      amount_paid: isPaid ? minorUnits : 0,
      currency: currencyOf(options),
      type: 'invoice',
      status: isPaid ? 'paid' : 'declined',
      order: ids.order,
      subscription: ids.subscription,
      customer: ids.customer,
      description: 'Subscription payment',
      period_start: start.getTime(),
      period_end: end.getTime(),
      created_at: options.occurredAt.getTime(),
      mode: 'test',
    },
  };
}

function checkout(type: 'checkout.session.completed' | 'order.paid', options: SampleOptions): object {
  const ids = idsOf(options);
  const isOneTime = type === 'order.paid';
  const { minorUnits } = options.amount;
  return {
    id: ids.checkout,
    object: 'checkout',
    order: {
      id: isOneTime ? ids.purchase : ids.order,
      object: 'order',
      customer: ids.customer,
      product: options.priceId,
      amount: minorUnits,
      amount_paid: !isOneTime && options.status === 'trialing' ? 0 : minorUnits,
      currency: currencyOf(options),
      status: 'paid',
      type: isOneTime ? 'onetime' : 'recurring',
      mode: 'test',
    },
    product: product(options, isOneTime),
    customer: customer(options),
    ...(isOneTime ? {} : { subscription: subscription(type, options) }),
    status: 'completed',
    metadata: metadataOf(options),
    units: 1,
    mode: 'test',
  };
}
