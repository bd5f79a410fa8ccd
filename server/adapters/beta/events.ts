import {
  type CustomerResult,
  type Delivery,
  type EventType,
  eventTypes,
  type KnownPrice,
  type SubscriptionResult,
  type WebhookEvent,
  type WebhookResult,
} from '../adapter.ts';
import type { Origin } from '../calls.ts';
import { bodyId } from '../hmac.ts';
import { type Fields, fields, idOf, isFields, key, reader, statedUserIdOf, text, toMetadata } from '../read.ts';
import { type Applied, changesNothing, type Reading } from '../reading.ts';
import type { Remark } from '../remarks.ts';
import { foreign } from '../returned.ts';
import { modeIn } from './api.ts';
import { isOneTime, isPaid, time, toOrderPayment, toTransactionPayment } from './payment.ts';
import { paymentUpdateTypes, toPaymentUpdate } from './refund.ts';
import { type ReadOptions, toSubscription, userIdOf } from './subscription.ts';

/** Creem's types (besides `checkout.completed`) that match the specification's; credits change no record. */
const nativeTypes = new Map<string, EventType>([
  ['subscription.active', 'subscription.created'],
  ['subscription.trialing', 'subscription.created'],
  ['subscription.update', 'subscription.updated'],
  ['subscription.scheduled_cancel', 'subscription.updated'],
  ['subscription.paused', 'subscription.updated'],
  ['subscription.expired', 'subscription.updated'],
  ['subscription.canceled', 'subscription.canceled'],
  ['subscription.paid', 'invoice.payment_succeeded'],
  ['subscription.past_due', 'invoice.payment_failed'],
  ['subscription.unpaid', 'invoice.payment_failed'],
]);

/** The events that Creem must send. */
export const webhookEvents: readonly string[] = ['checkout.completed', ...nativeTypes.keys(), ...paymentUpdateTypes];

/**
 * Creem's body is `{ id, eventType, created_at, object }`; the specification's `{ type, data }` is accepted as well.
 */
export function toEvent(provider: string, delivery: Delivery, parsed: unknown): WebhookEvent {
  const body = fields(parsed);
  const nativeType = text(body.eventType) ?? text(body.type) ?? null;
  const data = body.object ?? fields(body.data).object ?? body.data ?? null;
  return {
    id: key(body.id) ?? bodyId(delivery.body),
    type: typeOf(nativeType, fields(data)),
    nativeType,
    provider,
    occurredAt: time(body.created_at) ?? time(body.created) ?? null,
    data,
    rawEvent: parsed,
  };
}

function typeOf(nativeType: string | null, data: Fields): EventType | null {
  if (nativeType === 'checkout.completed') {
    return isOneTime(data) && isPaid(fields(data.order)) !== false ? 'order.paid' : 'checkout.session.completed';
  }
  return nativeTypes.get(nativeType ?? '') ?? eventTypes.find((type) => type === nativeType) ?? null;
}

/** Creem's types whose name says whether a paused or unpaid subscription is to end. */
const endings = new Map([
  ['subscription.scheduled_cancel', true],
  ['subscription.update', false],
]);

/** What a Creem event says about our records (the specification's "Record update rules"); never throws. */
export function processEvent(event: WebhookEvent, prices: readonly KnownPrice[], own: Origin = {}): WebhookResult {
  const warnings: Remark[] = [];
  const others = foreign({ mode: modeIn(fields(event.data).mode) }, own);
  if (others) return { ...others, warnings };
  reader(fields(event.rawEvent), warnings)('created_at', time);
  const result = resultOf({ event, data: fields(event.data), prices, warnings });
  return { ...result, warnings: [...new Set(warnings)] };
}

function resultOf(reading: Reading): Applied {
  switch (reading.event.type) {
    case null:
      return fromOther(reading);
    case 'customer.created':
    case 'customer.updated':
    case 'customer.deleted':
      return fromCustomer(reading);
    case 'subscription.created':
    case 'subscription.updated':
    case 'subscription.canceled':
    case 'subscription.deleted':
      return fromSubscription(reading);
    case 'invoice.payment_succeeded':
    case 'invoice.payment_failed':
      return isSubscription(reading) ? fromCharge(reading) : fromTransaction(reading);
    case 'checkout.session.completed':
    case 'order.paid':
      return fromCheckout(reading);
  }
}

function fromOther({ event, data, warnings }: Reading): Applied {
  const paymentUpdate = toPaymentUpdate(event.nativeType, data, warnings);
  if (paymentUpdate) return { paymentUpdate };
  return { ignored: changesNothing(event) };
}

function fromCustomer({ event, data, warnings }: Reading): Applied {
  const providerCustomerId = key(data.id);
  if (!providerCustomerId) return { error: 'the customer has no usable id' };
  const read = reader(data, warnings);
  const customer: CustomerResult = {
    providerCustomerId,
    userId: userIdOf({ customer: data }, warnings),
    email: read('email', text),
    metadata: read('metadata', toMetadata),
    explicit: true,
    ...(event.type === 'customer.deleted' && { deleted: true }),
  };
  return { customer };
}

function fromSubscription({ event, data, prices, warnings }: Reading): Applied {
  const isEnd = event.type === 'subscription.canceled' || event.type === 'subscription.deleted';
  const isEnding = endings.get(event.nativeType ?? '');
  const subscription = toSubscription(data, { prices, warnings, occurredAt: event.occurredAt, isEnd, isEnding });
  if (!subscription) return { error: 'the subscription has no usable id' };
  return { customer: namedCustomer(data, warnings), subscription };
}

/**
 * Creem's `paid`, `past_due` and `unpaid` events contain the subscription and, in it, the transaction that they are
 * about.
 */
function isSubscription({ event, data }: Reading): boolean {
  return nativeTypes.has(event.nativeType ?? '') || data.object === 'subscription' || 'last_transaction' in data;
}

function fromCharge(reading: Reading): Applied {
  const { event, data, prices, warnings } = reading;
  const applied = fromSubscription(reading);
  if (!applied.subscription) return applied;
  const failed = event.type === 'invoice.payment_failed';
  const status = failed ? 'failed' : 'succeeded';
  const payment = toTransactionPayment(data, { status, userId: userIdOf(data, warnings), prices, warnings });
  if (!payment) warnings.push('no usable transaction: no payment recorded');
  const isUnsaid = failed && applied.subscription.status === undefined;
  const subscription: SubscriptionResult = { ...applied.subscription, ...(isUnsaid && { kind: 'payment_failed' }) };
  return { ...applied, subscription, payment };
}

/** The specification's invoice events, with Creem's transaction in them. */
function fromTransaction({ event, data, prices, warnings }: Reading): Applied {
  const failed = event.type === 'invoice.payment_failed';
  if (isPaid(data) === failed) return { ignored: `the transaction is ${failed ? 'paid' : 'not paid'}` };
  const providerSubscriptionId = idOf(data.subscription);
  const userId = userIdOf(data, warnings);
  const known = { ...fields(data.subscription), id: providerSubscriptionId };
  const source = { ...known, customer: data.customer, last_transaction: data };
  const payment = toTransactionPayment(source, { status: failed ? 'failed' : 'succeeded', userId, prices, warnings });
  if (!payment) return { error: 'the transaction has no usable id' };
  const customer = namedCustomer(data, warnings);
  if (!failed || !providerSubscriptionId) return { customer, payment };
  return { customer, payment, subscription: { kind: 'payment_failed', providerSubscriptionId, userId } };
}

function fromCheckout({ event, data, prices, warnings }: Reading): Applied {
  const isOrder = event.type === 'order.paid' && !isFields(data.order);
  const checkout = isOrder ? { ...data, order: data } : data;
  const subscription = toBegun(checkout, { prices, warnings });
  const customer = namedCustomer(checkout, warnings);
  const unpaid = isPaid(fields(checkout.order)) === false;
  if (unpaid) warnings.push('the order is not paid: no payment recorded');
  const payment = unpaid
    ? undefined
    : toOrderPayment(checkout, { userId: userIdOf(checkout, warnings), prices, warnings });
  const completedCheckoutId = isOrder ? undefined : key(data.id);
  if (event.type === 'order.paid' && !unpaid && !payment) return { error: 'the order has no usable id' };
  if (!subscription && !payment && !customer && !completedCheckoutId) return { error: 'the checkout has no usable id' };
  return { completedCheckoutId, customer, subscription, payment };
}

/** The subscription that a checkout began: the provider's full view if it has a period, else an initial one. */
function toBegun(checkout: Fields, options: ReadOptions): SubscriptionResult | undefined {
  const id = idOf(checkout.subscription);
  if (!id || isOneTime(checkout)) return undefined;
  const nested = fields(checkout.subscription);
  const begun = toSubscription(
    {
      ...nested,
      id,
      product: expanded(nested.product, checkout.product),
      customer: expanded(nested.customer, checkout.customer),
      metadata: { ...fields(nested.metadata), ...fields(checkout.metadata) },
      units: checkout.units,
    },
    options,
  );
  const isWhole = begun?.status !== undefined && begun.currentPeriodEnd !== undefined;
  return begun && (isWhole ? begun : { ...begun, kind: 'initial' });
}

/** A checkout contains whole objects, while its subscription has only their ids. */
function expanded(nested: unknown, own: unknown): unknown {
  return isFields(nested) ? nested : (own ?? nested);
}

/** The customer that an event about another object names. */
function namedCustomer(data: Fields, warnings: Remark[]): CustomerResult | undefined {
  const providerCustomerId = idOf(data.customer);
  if (!providerCustomerId) return undefined;
  const email = reader(fields(data.customer), warnings)('email', text);
  const statedUserId = statedUserIdOf(data.customer);
  return { providerCustomerId, userId: userIdOf(data, warnings), email, explicit: false, statedUserId };
}
