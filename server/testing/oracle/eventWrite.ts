import type {
  CustomerResult,
  EventType,
  PaymentResult,
  SubscriptionResult,
  WebhookEvent,
  WebhookResult,
} from '../../adapters/adapter.ts';
import { toDecimal } from '../../billing/plans/money.ts';
import { recordId } from '../../billing/records/recordId.ts';

/** The order rule among events of one instant; a reading of the provider's truth stands above all. */
const RANK = { created: 1, updated: 2, canceled: 3, deleted: 4, truth: 9 } as const;

const NONE = 'none';
const MAX_WARNINGS = 20;
const MAX_INT = 2_147_483_647;

export type Preset = 'ignored' | 'failed';

export interface WriteInput {
  event: WebhookEvent;
  /** JSON as UTF-8, without a byte order mark. */
  body: Buffer;
  result?: WebhookResult;
  /** What the adapter says of its company. */
  findsBuyersByAddress?: boolean;
  /** Decided before the records are looked at. */
  preset?: Preset;
  reason?: string;
  error?: string;
  /** Applies what the ledger already holds once more; the order rule still guards the records. */
  replay?: boolean;
  /** A reading of the provider's truth, made while the record had this version (0: there was none). */
  truthOfVersion?: number;
}

export interface EventWrite {
  columns: EventColumns;
  /** JSON as UTF-8. */
  body: Buffer;
}

/** One event as a row of the statement in `applyStatement.ts`; absent and null mean "not said", `none` means null. */
export type EventColumns = Readonly<Record<string, unknown>> & {
  provider: string;
  event_id: string;
  customer_id?: string;
  customer_deleted?: boolean;
  checkout_session?: string;
  subscription_id?: string;
  payment_id?: string;
  payment_subscription_id?: string;
};

/** Turns an event and what its adapter made of it into one row of values. Pure. */
export function toEventWrite(input: WriteInput): EventWrite {
  return { columns: toColumns(input), body: input.body };
}

function toColumns(input: WriteInput): EventColumns {
  const { event, result } = input;
  const { provider } = event;
  const customerKey =
    result?.customer?.providerCustomerId ??
    result?.subscription?.providerCustomerId ??
    result?.payment?.providerCustomerId;
  const userId = result?.subscription?.userId ?? result?.payment?.userId ?? result?.customer?.userId;
  return {
    provider,
    event_id: event.id,
    type: event.type,
    native_type: event.nativeType,
    occurred_at: event.occurredAt,
    warnings: warningsOf(result),
    preset: input.preset ?? null,
    reason: input.reason ?? null,
    error: input.error ?? null,
    replay: input.replay ?? false,
    truth: input.truthOfVersion !== undefined,
    expected_version: input.truthOfVersion ?? null,
    rank: input.truthOfVersion === undefined ? rankOf(event, result) : RANK.truth,
    user_id: userId ?? null,
    reference_user_id: result?.referenceUserId,
    customer_id: customerKey ? recordId('customer', provider, customerKey) : undefined,
    customer_key: customerKey,
    customer_names: customerKey && input.findsBuyersByAddress && userId ? namesOf(result?.customer, userId) : undefined,
    checkout_session: result?.completedCheckoutId,
    ...(result?.customer ? customerColumns(result.customer) : {}),
    ...(result?.subscription ? subscriptionColumns(event, result.subscription) : {}),
    ...(result?.payment ? paymentColumns(provider, result.payment) : {}),
  };
}

/** Whom the company's record of a customer names, beside the user that the purchase names. */
function namesOf(customer: CustomerResult | undefined, userId: string): 'nobody' | 'another user' | undefined {
  if (customer?.explicit || customer?.statedUserId === userId) return undefined;
  return customer?.statedUserId ? 'another user' : 'nobody';
}

function fitsInt(value: number | undefined): boolean {
  return value === undefined || value <= MAX_INT;
}

function warningsOf(result: WebhookResult | undefined): string[] {
  const odd = fitsInt(result?.subscription?.quantity) ? [] : ['unusable quantity'];
  return [...(result?.warnings ?? []), ...odd].slice(0, MAX_WARNINGS);
}

/** By what the event says, not by its name alone: a cancellation that is only scheduled is an update. */
function rankOf(event: WebhookEvent, result: WebhookResult | undefined): number {
  const { customer, subscription } = result ?? {};
  const status = subscription && statusOf(event, subscription);
  if (status === 'deleted' || customer?.deleted) return RANK.deleted;
  if (status === 'canceled') return RANK.canceled;
  return event.type && CREATED.includes(event.type) ? RANK.created : RANK.updated;
}

const CREATED: readonly EventType[] = ['customer.created', 'subscription.created'];

function customerColumns(customer: CustomerResult) {
  return {
    customer_explicit: customer.explicit,
    customer_deleted: customer.deleted ?? false,
    email: customer.email,
    metadata: customer.metadata,
  };
}

function subscriptionColumns(event: WebhookEvent, subscription: SubscriptionResult) {
  const { amount } = subscription;
  const status = statusOf(event, subscription);
  return {
    subscription_id: recordId('subscription', event.provider, subscription.providerSubscriptionId),
    subscription_key: subscription.providerSubscriptionId,
    kind: subscription.kind,
    status,
    native_status: subscription.nativeStatus,
    price_id: subscription.priceId,
    plan: subscription.plan,
    interval: subscription.interval,
    quantity: fitsInt(subscription.quantity) ? subscription.quantity : undefined,
    amount: amount && toDecimal(amount),
    currency: amount?.currency,
    period_start: subscription.currentPeriodStart,
    period_end: subscription.currentPeriodEnd,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    canceled_at: orNone(subscription.canceledAt),
    trial_start: orNone(subscription.trialStart),
    trial_end: orNone(subscription.trialEnd),
  };
}

/**
 * The state comes from the payload. The event's name decides only what the payload leaves open: a deleted
 * subscription is deleted, a canceled one without a scheduled end is canceled, a created one without a status runs.
 */
function statusOf({ type }: WebhookEvent, subscription: SubscriptionResult): string | undefined {
  const { status, nativeStatus, cancelAtPeriodEnd, trialEnd, kind } = subscription;
  if (type === 'subscription.deleted') return 'deleted';
  if (type === 'subscription.canceled') return cancelAtPeriodEnd && status ? status : 'canceled';
  if (type === 'subscription.created' && !status && !nativeStatus) return trialEnd ? 'trialing' : 'active';
  return kind === 'payment_failed' ? undefined : status;
}

function paymentColumns(provider: string, payment: PaymentResult) {
  const { amount, providerSubscriptionId } = payment;
  return {
    payment_id: recordId('payment', provider, payment.providerPaymentId),
    payment_key: payment.providerPaymentId,
    payment_subscription_id: providerSubscriptionId && recordId('subscription', provider, providerSubscriptionId),
    payment_type: payment.type,
    payment_status: payment.status,
    payment_rank: payment.status === 'succeeded' ? 2 : 1,
    payment_amount: amount && toDecimal(amount),
    payment_currency: amount?.currency,
    description: payment.description,
    receipt_url: payment.receiptUrl,
  };
}

function orNone(value: string | null | undefined): string | undefined {
  return value === null ? NONE : value;
}
