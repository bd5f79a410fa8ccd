import { createHash } from 'node:crypto';
import type { CheckoutInterval, EventType, Money, SubscriptionStatus } from './adapter.ts';

/** What a made-up delivery tells. The provider's own ids derive from the user's where none are given. */
export interface SampleOptions {
  userId: string;
  email: string;
  /** Goes into the metadata, as our checkouts put it there; absent: the price alone says it. */
  plan?: string;
  interval: CheckoutInterval;
  priceId: string;
  amount: Money;
  customerId?: string;
  subscriptionId?: string;
  /** Of the invoice, order or transaction. */
  paymentId?: string;
  /** Of the subscription; absent: what the event usually comes with. */
  status?: SubscriptionStatus;
  cancelAtPeriodEnd?: boolean;
  /** Absent: the event's time. */
  periodStart?: Date;
  /** Absent: an interval later. */
  periodEnd?: Date;
  /** One of the provider's names for this type; absent: the usual one. */
  nativeType?: string;
  /** Tells this event from others; the same one is a repeat of the same event. */
  eventId: string;
  occurredAt: Date;
  webhookSecret: string;
  signatureHeader: string;
  /** When it is signed: Unix time, in seconds. */
  now: number;
}

export interface SampleDelivery {
  body: string;
  /** The signature, under the configured header, and what goes with it. */
  headers: Record<string, string>;
}

/** A signed delivery such as the provider sends. Pure. */
export type Sample = (type: EventType, options: SampleOptions) => SampleDelivery;

/** 32 hex digits, the same for the same words. */
export function sampleHex(...words: string[]): string {
  return createHash('sha256').update(words.join('\n')).digest('hex').slice(0, 32);
}

/** What a subscription of a one-time price would be billed by. */
export function recurringInterval(interval: CheckoutInterval): 'month' | 'year' {
  return interval === 'year' ? 'year' : 'month';
}

/** The period that the event is about. */
export function samplePeriod(options: SampleOptions): { start: Date; end: Date } {
  const { occurredAt, periodStart: start = occurredAt, interval } = options;
  if (options.periodEnd) return { start, end: options.periodEnd };
  const end = new Date(start);
  if (recurringInterval(interval) === 'year') end.setUTCFullYear(end.getUTCFullYear() + 1);
  else end.setUTCMonth(end.getUTCMonth() + 1);
  return { start, end };
}

/** What an event of this type usually says of its subscription. */
export function sampleStatus(type: EventType, { status }: SampleOptions): SubscriptionStatus {
  if (status) return status;
  if (type === 'subscription.canceled' || type === 'subscription.deleted') return 'canceled';
  return type === 'invoice.payment_failed' ? 'past_due' : 'active';
}
