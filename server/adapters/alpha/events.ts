import {
  type CustomerResult,
  type Delivery,
  type EventType,
  eventTypes,
  type KnownPrice,
  type SubscriptionResult,
  type WebhookEvent,
  type WebhookResult,
  type WriteOff,
} from '../adapter.ts';
import type { Origin } from '../calls.ts';
import { bodyId } from '../hmac.ts';
import { type Fields, fields, idOf, key, reader, text, toMetadata } from '../read.ts';
import { type Applied, changesNothing, type Reading } from '../reading.ts';
import type { Remark } from '../remarks.ts';
import { foreign } from '../returned.ts';
import { isSaid } from './amount.ts';
import { isPaid, toFailedSubscription, toFirstPayment, toInvoicePayment, toPurchase } from './payment.ts';
import { paymentUpdateTypes, toPaymentUpdate } from './refund.ts';
import { time, toInitial, toSubscription, userIdOf } from './subscription.ts';

const EXPIRED = 'checkout.session.expired';

/** Stripe's types whose names differ from the specification's; types in neither list are stored and ignored. */
const nativeTypes = new Map<string, EventType>([
  ['customer.subscription.created', 'subscription.created'],
  ['customer.subscription.updated', 'subscription.updated'],
  ['customer.subscription.paused', 'subscription.updated'],
  ['customer.subscription.resumed', 'subscription.updated'],
  ['customer.subscription.pending_update_applied', 'subscription.updated'],
  ['customer.subscription.pending_update_expired', 'subscription.updated'],
  ['customer.subscription.deleted', 'subscription.deleted'],
  ['invoice.paid', 'invoice.payment_succeeded'],
  ['invoice.payment_action_required', 'invoice.payment_failed'],
  ['invoice.voided', 'invoice.payment_failed'],
  ['invoice.marked_uncollectible', 'invoice.payment_failed'],
  ['checkout.session.async_payment_succeeded', 'checkout.session.completed'],
]);

/** The kinds of update that only thin events distinguish. */
const details = new Set(
  [
    ...['active', 'trialing', 'past_due', 'unpaid', 'incomplete', 'incomplete_expired', 'cancel_at_changed'],
    ...['item_added', 'item_price_changed', 'item_quantity_changed', 'item_removed'],
  ].map((name) => `customer.subscription.${name}`),
);

/** The events that Stripe must send. */
export const webhookEvents: readonly string[] = [
  ...['customer.created', 'customer.updated', 'customer.deleted'],
  ...nativeTypes.keys(),
  ...['invoice.payment_succeeded', 'invoice.payment_failed', 'checkout.session.completed', EXPIRED],
  ...paymentUpdateTypes,
];

/**
 * Stripe's body is `{ id, type, created, data: { object } }` (the specification's "Webhook event envelope"). A thin
 * event has no `data`, and `v1.` before its type.
 */
export function toEvent(provider: string, delivery: Delivery, parsed: unknown): WebhookEvent {
  const body = fields(parsed);
  const nativeType = text(body.type)?.replace(isThin(body) ? /^v1\./ : '', '') ?? null;
  const data = fields(body.data).object;
  return {
    id: key(body.id) ?? bodyId(delivery.body),
    type: typeOf(nativeType, fields(data)),
    nativeType,
    provider,
    occurredAt: time(body.created) ?? null,
    data: data ?? null,
    rawEvent: parsed,
  };
}

const isThin = ({ object }: Fields) => object === 'v2.core.event';

/** From a Connect account (`account`), or an account of an organization (`context`, a path). */
function originOf({ rawEvent, data }: WebhookEvent): Origin {
  const body = fields(rawEvent);
  const livemode = body.livemode ?? fields(data).livemode;
  const account = text(body.account) ?? text(body.context)?.split('/').at(-1);
  return { account, mode: typeof livemode === 'boolean' ? (livemode ? 'live' : 'test') : null };
}

/** Nothing is fetched for an event that changes no record. */
function matters({ type, nativeType }: WebhookEvent): boolean {
  if (type !== null || nativeType === null) return type !== null;
  return webhookEvents.includes(nativeType);
}

function typeOf(nativeType: string | null, data: Fields): EventType | null {
  const known = details.has(nativeType ?? '') ? 'subscription.updated' : nativeTypes.get(nativeType ?? '');
  const type = known ?? eventTypes.find((name) => name === nativeType) ?? null;
  return type === 'checkout.session.completed' && data.mode === 'payment' && isPaid(data) ? 'order.paid' : type;
}

/**
 * What a Stripe event says about our records (the specification's "Record update rules"); never throws. Events that
 * name no account belong to `own`.
 */
export function processEvent(event: WebhookEvent, prices: readonly KnownPrice[], own: Origin = {}): WebhookResult {
  const warnings: Remark[] = [];
  const others = foreign(originOf(event), { ...own, account: own.account ?? null });
  if (others) return { ...others, warnings };
  if (isThin(fields(event.rawEvent)) && matters(event)) return { isThin: true, warnings };
  reader(fields(event.rawEvent), warnings)('created', time);
  return { ...resultOf({ event, data: fields(event.data), prices, warnings }), warnings };
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
    case 'invoice.payment_succeeded':
    case 'invoice.payment_failed':
      return fromInvoice(reading);
    case 'checkout.session.completed':
      return fromCheckout(reading);
    case 'order.paid':
      return fromPurchase(reading);
    default:
      return fromOther(reading);
  }
}

function fromCustomer({ event, data, warnings }: Reading): Applied {
  const providerCustomerId = key(data.id);
  if (!providerCustomerId) return { error: 'the customer has no usable id' };
  const read = reader(data, warnings);
  const email = read('email', text);
  const metadata = read('metadata', toMetadata);
  const deleted = event.type === 'customer.deleted' || data.deleted === true;
  const customer = { providerCustomerId, userId: userIdOf(data), email, metadata, explicit: true };
  return { customer: deleted ? { ...customer, deleted } : customer };
}

function fromSubscription({ event, data, prices, warnings }: Reading): Applied {
  const subscription = toSubscription(data, { prices, warnings });
  if (!subscription) return { error: 'the subscription has no usable id' };
  return {
    customer: namedCustomer(data, warnings),
    subscription: { ...subscription, ...endOf(event, subscription) },
  };
}

/**
 * Drops a scheduled end and dates the actual one. The service's rules decide which status the event's name stands for.
 */
function endOf({ type, occurredAt }: WebhookEvent, said: SubscriptionResult): Partial<SubscriptionResult> {
  const ends = type === 'subscription.deleted' || (type === 'subscription.canceled' && !said.cancelAtPeriodEnd);
  if (!ends && said.status !== 'canceled') return {};
  return { cancelAtPeriodEnd: false, canceledAt: said.canceledAt ?? occurredAt ?? undefined };
}

const writeOffs = new Map<string | null, WriteOff>([
  ['invoice.voided', 'voided'],
  ['invoice.marked_uncollectible', 'uncollectible'],
]);

function fromInvoice({ event, data, prices, warnings }: Reading): Applied {
  const failed = event.type === 'invoice.payment_failed';
  const asks = event.nativeType === 'invoice.payment_action_required';
  const writtenOff = writeOffs.get(event.nativeType);
  const payment = toInvoicePayment(data, { failed, asks, writtenOff, prices, warnings });
  if (!payment) return { error: 'the invoice has no usable id' };
  if (writtenOff && data.attempted === false) return { ignored: 'nobody was asked to pay the invoice' };
  const customer = namedCustomer(data, warnings);
  return failed && !writtenOff
    ? { customer, payment, subscription: toFailedSubscription(data) }
    : { customer, payment };
}

function fromCheckout(reading: Reading): Applied {
  const { data, prices, warnings } = reading;
  if (data.mode === 'setup')
    return { ignored: 'the checkout session sells nothing', completedCheckoutId: endedId(data) };
  const isPurchase = data.mode === 'payment' || (data.mode !== 'subscription' && !idOf(data.subscription));
  if (isPurchase) return fromPurchase(reading);
  const subscription = toInitial(data, { prices, warnings });
  if (!subscription) return { error: 'the checkout session has no usable subscription id' };
  return {
    customer: namedCustomer(data, warnings),
    subscription,
    payment: toFirstPayment(data, warnings),
    ...checkoutOf(data),
  };
}

function fromPurchase({ data, prices, warnings }: Reading): Applied {
  const customer = namedCustomer(data, warnings);
  if (!isPaid(data, warnings)) return { customer, ...checkoutOf(data) };
  const payment = toPurchase(data, { prices, warnings });
  return payment ? { customer, payment, ...checkoutOf(data) } : { error: 'the order has no usable id' };
}

function fromOther({ event, data, warnings }: Reading): Applied {
  const paymentUpdate = toPaymentUpdate(event.nativeType, data, warnings);
  if (paymentUpdate) return { paymentUpdate };
  const ignored = changesNothing(event);
  return event.nativeType === EXPIRED ? { ignored, completedCheckoutId: endedId(data) } : { ignored };
}

/** The session's id, and the user that it names. */
function checkoutOf(session: Fields): Pick<WebhookResult, 'completedCheckoutId' | 'referenceUserId'> {
  return { completedCheckoutId: endedId(session), referenceUserId: key(session.client_reference_id) };
}

/** The id of a checkout session that can't be paid any more. */
function endedId(session: Fields): string | undefined {
  const ended = !isSaid(session.status) || session.status === 'complete' || session.status === 'expired';
  return ended ? key(session.id) : undefined;
}

/** The customer that an event about another object names. */
function namedCustomer(data: Fields, warnings: Remark[]): CustomerResult | undefined {
  const read = reader(data, warnings);
  const providerCustomerId = read('customer', idOf);
  if (!providerCustomerId) return undefined;
  const details = reader(fields(data.customer_details), warnings)('email', text);
  const email = details ?? read('customer_email', text) ?? reader(fields(data.customer), warnings)('email', text);
  return { providerCustomerId, userId: userIdOf(data), email, explicit: false };
}
