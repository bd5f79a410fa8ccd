import type { CustomerResult, EventType, PaymentResult, SubscriptionResult } from '../../adapters/adapter.ts';
import type { PaymentUpdateResult } from '../../adapters/returned.ts';
import { type EventInput, type ProviderEvent, toProviderEvent } from '../../billing/events/event.ts';
import { recordId } from '../../billing/records/recordId.ts';
import { MemoryRecords } from './memoryRecords.ts';

const NOON = Date.UTC(2026, 0, 5, 12);
export const time = (seconds: number) => new Date(NOON + seconds * 1000).toISOString();
export const instant = (seconds: number) => time(seconds).replace('Z', '000Z');
let ids = 0;

interface EventFacts {
  id?: string;
  type?: EventType | null;
  at?: number | null;
  user?: string;
  customer?: Partial<CustomerResult> | false;
  subscription?: Partial<SubscriptionResult>;
  payment?: Partial<PaymentResult>;
  paymentUpdate?: PaymentUpdateResult;
  rest?: Partial<EventInput>;
}

export function eventOf({
  id = `e${ids++}`,
  type = 'subscription.updated',
  at = 0,
  user = 'u',
  ...said
}: EventFacts): ProviderEvent {
  const userId = user || undefined;
  const { customer, subscription, payment } = said;
  return toProviderEvent({
    event: {
      id,
      type,
      nativeType: type,
      provider: 'alpha',
      occurredAt: at === null ? null : time(at),
      data: {},
      rawEvent: {},
    },
    body: Buffer.from('{}'),
    result: {
      customer: customer ? { providerCustomerId: 'c', userId, explicit: false, ...customer } : undefined,
      subscription: subscription && { kind: 'state', providerSubscriptionId: 's', userId, ...subscription },
      payment: payment && {
        providerPaymentId: 'p',
        providerSubscriptionId: 's',
        userId,
        type: 'subscription',
        status: 'succeeded',
        ...payment,
      },
      paymentUpdate: said.paymentUpdate,
      warnings: [],
    },
    ...said.rest,
  });
}

export const state = (
  at: number | null,
  subscription: Partial<SubscriptionResult> = { status: 'active' },
  rest: EventFacts = {},
) => eventOf({ at, subscription, ...rest });
export const failure = (at: number | null, payment: Partial<PaymentResult> = {}) =>
  eventOf({
    at,
    type: 'invoice.payment_failed',
    payment: { status: 'failed', ...payment },
    subscription: { kind: 'payment_failed' },
  });
export const success = (at: number | null, payment: Partial<PaymentResult> = {}) =>
  eventOf({ at, type: 'invoice.payment_succeeded', payment: { status: 'succeeded', ...payment } });
export const person = (at: number | null, customer: Partial<CustomerResult> = {}, rest: EventFacts = {}) =>
  eventOf({ at, type: 'customer.updated', customer: { explicit: true, ...customer }, ...rest });
export const ends = (at: number | null) => person(at, { deleted: true }, { type: 'customer.deleted' });

export const subscriptionId = recordId('subscription', 'alpha', 's');
export const customerId = recordId('customer', 'alpha', 'c');
export const paymentId = recordId('payment', 'alpha', 'p');

export function lived(...events: ProviderEvent[]) {
  const records = new MemoryRecords();
  const decisions = events.map((event) => records.apply(event));
  return {
    records,
    decisions,
    last: decisions.at(-1),
    subscription: records.subscriptions.get(subscriptionId),
    customer: records.customers.get(customerId),
    payment: records.payments.get(paymentId),
  };
}
