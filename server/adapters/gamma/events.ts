import {
  type CustomerResult,
  type Delivery,
  type EventType,
  eventTypes,
  type KnownPrice,
  type WebhookEvent,
  type WebhookResult,
} from '../adapter.ts';
import type { Origin } from '../calls.ts';
import { bodyId } from '../hmac.ts';
import {
  type Fields,
  fields,
  first,
  fromIso,
  isFields,
  key,
  reader,
  statedUserIdOf,
  text,
  toMetadata,
} from '../read.ts';
import { type Applied, changesNothing, type Reading as ReadingOf } from '../reading.ts';
import type { Remark } from '../remarks.ts';
import { foreign } from '../returned.ts';
import { hasFailed, isPaid, isPurchase, toFailedSubscription, toPayment } from './payment.ts';
import { paymentUpdateTypes, toPaymentUpdate } from './refund.ts';
import { customerIdOf, toInitial, toSubscription, userIdOf } from './subscription.ts';

/** Polar's types whose names differ from the specification's; types in neither list are stored and ignored. */
const nativeTypes = new Map<string, EventType>([
  ['subscription.active', 'subscription.updated'],
  ['subscription.uncanceled', 'subscription.updated'],
  ['subscription.cycled', 'subscription.updated'],
  ['subscription.paused', 'subscription.updated'],
  ['subscription.resumed', 'subscription.updated'],
  ['subscription.revoked', 'subscription.deleted'],
  ['subscription.past_due', 'invoice.payment_failed'],
]);

/** The events that Polar must send. */
export const webhookEvents: readonly string[] = [
  ...['customer.created', 'customer.updated', 'customer.deleted', 'checkout.updated'],
  ...['subscription.created', 'subscription.updated', 'subscription.canceled'],
  ...nativeTypes.keys(),
  ...['order.paid', 'order.updated'],
  ...paymentUpdateTypes,
];

/** Polar's body is `{ type, timestamp, data }`; its event id is in the `webhook-id` header. */
export function toEvent(provider: string, delivery: Delivery, parsed: unknown): WebhookEvent {
  const body = fields(parsed);
  const nativeType = text(body.type) ?? null;
  const data = isFields(fields(body.data).object) ? fields(body.data).object : body.data;
  return {
    id: key(delivery.headers['webhook-id']) ?? bodyId(delivery.body),
    type: typeOf(nativeType, fields(data)),
    nativeType,
    provider,
    occurredAt: fromIso(body.timestamp) ?? null,
    data: data ?? null,
    rawEvent: parsed,
  };
}

function typeOf(nativeType: string | null, data: Fields): EventType | null {
  if (nativeType === 'order.paid') return isPurchase(data) ? 'order.paid' : 'invoice.payment_succeeded';
  if (nativeType === 'order.updated') return hasFailed(data) ? 'invoice.payment_failed' : null;
  if (nativeType === 'checkout.updated') return data.status === 'succeeded' ? 'checkout.session.completed' : null;
  return nativeTypes.get(nativeType ?? '') ?? eventTypes.find((type) => type === nativeType) ?? null;
}

type Reading = ReadingOf<WebhookEvent & { type: EventType }>;

/** The organization: customers and checkouts name it themselves, subscriptions and orders through their objects. */
function organizationOf({ organization_id, organization, product, customer }: Fields): string | null {
  const named = [organization_id, fields(organization).id, fields(product).organization_id];
  return first(...[...named, fields(customer).organization_id].map(key)) ?? null;
}

/** What a Polar event says about our records (the specification's "Record update rules"); never throws. */
export function processEvent(event: WebhookEvent, prices: readonly KnownPrice[], own: Origin = {}): WebhookResult {
  const { type } = event;
  const warnings: Remark[] = [];
  const others = foreign({ account: organizationOf(fields(event.data)) }, own);
  if (others) return { ...others, warnings };
  reader(fields(event.rawEvent), warnings)('timestamp', fromIso);
  const result = type
    ? resultOf({ event: { ...event, type }, data: fields(event.data), prices, warnings })
    : fromOther(event, warnings);
  return { ...result, warnings: [...new Set(warnings)] };
}

function fromOther(event: WebhookEvent, warnings: Remark[]): Applied {
  const paymentUpdate = toPaymentUpdate(event.nativeType, fields(event.data), warnings);
  if (paymentUpdate) return { paymentUpdate };
  return { ignored: changesNothing(event) };
}

function resultOf(reading: Reading): Applied {
  switch (reading.event.type) {
    case 'customer.created':
    case 'customer.updated':
    case 'customer.deleted':
      return fromCustomer(reading);
    case 'subscription.created':
    case 'subscription.updated':
    case 'subscription.canceled':
    case 'subscription.deleted':
      return fromSubscription(reading);
    case 'invoice.payment_failed':
      return isSubscription(reading) ? fromSubscription(reading) : fromOrder(reading);
    case 'invoice.payment_succeeded':
    case 'order.paid':
      return fromOrder(reading);
    case 'checkout.session.completed':
      return fromCheckout(reading);
  }
}

/** `invoice.payment_failed` is Polar's `subscription.past_due`, or the specification's name with an order. */
function isSubscription({ event, data }: Reading): boolean {
  return event.nativeType === 'subscription.past_due' || 'current_period_end' in data || 'recurring_interval' in data;
}

function fromCustomer({ event, data, warnings }: Reading): Applied {
  const providerCustomerId = key(data.id);
  if (!providerCustomerId) return { error: 'the customer has no usable id' };
  const read = reader(data, warnings);
  const deleted = event.type === 'customer.deleted' || read('deleted_at', fromIso) !== undefined;
  const email = read('email', text);
  const metadata = read('metadata', toMetadata);
  return {
    customer: {
      providerCustomerId,
      userId: userIdOf(data, warnings) ?? read('external_id', key),
      email,
      metadata,
      explicit: true,
      ...(deleted ? { deleted } : {}),
    },
  };
}

function fromSubscription({ data, prices, warnings }: Reading): Applied {
  const subscription = toSubscription(data, { prices, warnings });
  if (!subscription) return { error: 'the subscription has no usable id' };
  return { customer: namedCustomer(data, warnings), subscription };
}

function fromOrder({ event, data, prices, warnings }: Reading): Applied {
  const failed = event.type === 'invoice.payment_failed';
  const type = event.type === 'order.paid' || data.billing_reason === 'purchase' ? 'one_time' : 'subscription';
  const payment = toPayment(data, { failed, type, prices, warnings });
  if (!payment) return { error: 'the order has no usable id' };
  if (isPaid(data) === failed) return { ignored: `the order is ${failed ? 'paid' : 'not paid'}` };
  return {
    customer: namedCustomer(data, warnings),
    payment,
    // Polar sends the subscription's own state with the order.
    subscription: failed && event.nativeType !== 'order.updated' ? toFailedSubscription(data, warnings) : undefined,
  };
}

/** A checkout's payment comes with its order, whose id the checkout doesn't contain. */
function fromCheckout({ data, prices, warnings }: Reading): Applied {
  const status = text(data.status);
  if (status && ['open', 'expired', 'confirmed', 'failed'].includes(status))
    return { ignored: `the checkout is ${status}` };
  const completedCheckoutId = key(data.id);
  const customer = namedCustomer(data, warnings);
  const subscription = toInitial(data, { prices, warnings });
  if (!completedCheckoutId && !customer && !subscription) return { error: 'the checkout has no usable id' };
  return { completedCheckoutId, customer, subscription };
}

/** The customer that an event about another object names. */
function namedCustomer(data: Fields, warnings: Remark[]): CustomerResult | undefined {
  const providerCustomerId = customerIdOf(data, warnings);
  if (!providerCustomerId) return undefined;
  const nested = reader(fields(data.customer), warnings)('email', text);
  const email = nested ?? reader(data, warnings)('customer_email', text);
  const statedUserId = statedUserIdOf(data.customer);
  return { providerCustomerId, userId: userIdOf(data, warnings), email, explicit: false, statedUserId };
}
