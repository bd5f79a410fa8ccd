import type { Books } from '../../core/books.ts';
import type { Occurrence, SubscriptionChange } from '../../core/occurrences.ts';
import type { Invoice, Subscription } from '../../core/records.ts';
import type { NativeEvent } from '../dialect.ts';
import { newId } from './ids.ts';
import { checkout } from './objects/checkout.ts';
import { customer, customerState } from './objects/customer.ts';
import { order, refund } from './objects/order.ts';
import { subscription } from './objects/subscription.ts';
import { nextEventTime } from './time.ts';

type Of<K extends Occurrence['kind']> = Extract<Occurrence, { kind: K }>;
type NativeFact = [type: string, data: object];

/** The events that this company sends for an occurrence, in its order. The event's id is only in a header. */
export function events(company: Books, occurrence: Occurrence): NativeEvent[] {
  return tell(company, occurrence).map(([type, data]) => {
    const body = { type, timestamp: nextEventTime(company), data };
    return { id: newId('event'), type, body };
  });
}

function tell(company: Books, happened: Occurrence): NativeFact[] {
  switch (happened.kind) {
    case 'customer_created':
    case 'customer_updated':
      return customerSeen(company, happened);
    case 'card_changed':
      return [['customer.updated', customer(happened.customer)]];
    case 'customer_deleted':
      return [['customer.deleted', customer(happened.customer)]];
    case 'checkout_created':
      return [['checkout.created', checkout(company, happened.checkout)]];
    case 'checkout_expired':
      return [['checkout.expired', checkout(company, happened.checkout)]];
    case 'checkout_completed':
      return bought(company, happened);
    case 'trial_will_end':
    case 'card_added':
      return [];
    case 'subscription_created':
      return [
        ...about(company, happened.subscription, [
          'subscription.created',
          'subscription.active',
          'subscription.updated',
        ]),
        ...charged(company, happened.invoice),
      ];
    case 'renewed':
      return renewed(company, happened);
    case 'payment_failed':
      return failed(company, happened);
    case 'recovered':
      return [
        ...settled(company, happened.invoice),
        ...about(company, happened.subscription, ['subscription.updated', 'subscription.active']),
      ];
    case 'subscription_changed':
      return changed(company, happened);
    case 'subscription_ended':
      return ended(company, happened);
    case 'refunded':
      return [
        ['order.refunded', order(company, happened.invoice)],
        ['refund.created', refund(happened.refund, happened.invoice)],
      ];
    // This company's API supports neither.
    case 'billed_besides':
    case 'written_off':
      return [];
    // None of its 42 webhooks is about disputes: shops list them over the API.
    case 'dispute_opened':
    case 'dispute_closed':
      return [];
  }
}

function customerSeen(company: Books, happened: Of<'customer_created' | 'customer_updated'>): NativeFact[] {
  const type = happened.kind === 'customer_created' ? 'customer.created' : 'customer.updated';
  return [
    [type, customer(happened.customer)],
    ['customer.state_changed', customerState(company, happened.customer)],
  ];
}

function bought(company: Books, happened: Of<'checkout_completed'>): NativeFact[] {
  const { newCustomer, customer: buyer, subscription: started, invoice } = happened;
  return [
    [newCustomer ? 'customer.created' : 'customer.updated', customer(buyer)],
    ['customer.state_changed', customerState(company, buyer)],
    ...(started
      ? about(company, started, ['subscription.created', 'subscription.active', 'subscription.updated'])
      : []),
    ...charged(company, invoice),
    ['checkout.updated', checkout(company, happened.checkout)],
  ];
}

function renewed(company: Books, { cause, subscription: now, invoice }: Of<'renewed'>): NativeFact[] {
  const began = cause === 'resumed' ? 'subscription.resumed' : 'subscription.cycled';
  return [...about(company, now, [began, 'subscription.updated']), ...charged(company, invoice)];
}

/** The first failure comes after the events of what was charged: a new period that has already started, or a change. */
function failed(company: Books, happened: Of<'payment_failed'>): NativeFact[] {
  const { subscription: now, invoice } = happened;
  if (happened.attempt !== 'first') return [['order.updated', order(company, invoice)]];
  return [
    ...unpaidYet(company, happened),
    ...about(company, now, ['subscription.past_due', 'subscription.updated']),
    ['order.updated', order(company, invoice)],
  ];
}

function unpaidYet(company: Books, { before, subscription: now, invoice }: Of<'payment_failed'>): NativeFact[] {
  const running: Subscription = { ...now, status: 'active' };
  const began = before.status === 'paused' ? 'subscription.resumed' : 'subscription.cycled';
  return [
    ...about(company, running, invoice.reason === 'cycle' ? [began, 'subscription.updated'] : ['subscription.updated']),
    ['order.created', order(company, { ...invoice, nextAttemptAt: null }, running)],
  ];
}

const eventsOf: Record<SubscriptionChange, string[]> = {
  plan: ['subscription.updated'],
  period: ['subscription.cycled', 'subscription.updated'],
  trial: ['subscription.updated'],
  metadata: ['subscription.updated'],
  expired: ['subscription.updated'],
  pause_collection: ['subscription.updated'],
  cancel_scheduled: ['subscription.updated', 'subscription.canceled'],
  cancel_revoked: ['subscription.uncanceled', 'subscription.updated'],
  paused: ['subscription.updated', 'subscription.paused'],
  resumed: ['subscription.resumed', 'subscription.updated'],
  unpaid: ['subscription.updated', 'subscription.revoked'],
};

function changed(company: Books, { change, subscription: now, invoice }: Of<'subscription_changed'>): NativeFact[] {
  return [...about(company, now, eventsOf[change]), ...(invoice ? charged(company, invoice) : [])];
}

/** A scheduled cancellation was already reported as `canceled`. */
function ended(company: Books, { reason, subscription: now }: Of<'subscription_ended'>): NativeFact[] {
  return about(
    company,
    now,
    reason === 'period_end'
      ? ['subscription.updated', 'subscription.revoked']
      : ['subscription.updated', 'subscription.canceled', 'subscription.revoked'],
  );
}

function about(company: Books, now: Subscription, events: string[]): NativeFact[] {
  return events.map((event) => [event, subscription(company, now)]);
}

/** An order starts as pending, even when nothing is due. */
function charged(company: Books, paid: Invoice): NativeFact[] {
  const pending: Invoice = { ...paid, status: 'open', paidAt: null };
  return [['order.created', order(company, pending)], ...settled(company, paid)];
}

function settled(company: Books, paid: Invoice): NativeFact[] {
  return [
    ['order.updated', order(company, paid)],
    ['order.paid', order(company, paid)],
  ];
}
