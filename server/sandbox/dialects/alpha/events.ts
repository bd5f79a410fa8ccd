import type { Books } from '../../core/books.ts';
import { needsAction } from '../../core/invoices.ts';
import type { Occurrence } from '../../core/occurrences.ts';
import type { Customer, Invoice, Subscription } from '../../core/records.ts';
import type { NativeEvent } from '../dialect.ts';
import { newId } from './ids.ts';
import { envelope } from './message.ts';
import { checkout } from './objects/checkout.ts';
import { customer, isGuest } from './objects/customer.ts';
import { dispute } from './objects/dispute.ts';
import { invoice } from './objects/invoice.ts';
import { charge, paymentIntent, paymentMethod, refund } from './objects/payment.ts';
import { subscription } from './objects/subscription.ts';
import { previousAttributes } from './previous.ts';

type Of<K extends Occurrence['kind']> = Extract<Occurrence, { kind: K }>;
type NativeFact = [type: string, object: object, before?: object];

/** The events that this company sends for an occurrence, in its order; none for an update without a visible change. */
export function events(company: Books, occurrence: Occurrence): NativeEvent[] {
  return tell(company, occurrence)
    .filter(([, object, before]) => !before || previousAttributes(before, object))
    .map((told) => native(company, told));
}

function tell(company: Books, happened: Occurrence): NativeFact[] {
  switch (happened.kind) {
    case 'customer_created':
      return [['customer.created', customer(company, happened.customer)]];
    case 'customer_updated':
      return [customerUpdated(company, happened)];
    case 'customer_deleted':
      return isGuest(happened.customer) ? [] : [['customer.deleted', customer(company, happened.customer)]];
    case 'card_changed':
      return [['payment_method.attached', paymentMethod(happened.card)], customerUpdated(company, happened)];
    case 'card_added':
      return [['payment_method.attached', paymentMethod(happened.card)]];
    case 'subscription_created':
      return created(company, happened);
    case 'checkout_created':
      return [];
    case 'checkout_expired':
      return [['checkout.session.expired', checkout(company, happened.checkout)]];
    case 'checkout_completed':
      return happened.subscription ? subscribed(company, happened, happened.subscription) : bought(company, happened);
    case 'trial_will_end':
      return [['customer.subscription.trial_will_end', subscription(company, happened.subscription)]];
    case 'renewed':
      return [...resumed(company, happened), updated(company, happened), ...paid(company, happened.invoice)];
    case 'recovered':
      return [updated(company, happened), ...paid(company, happened.invoice), ...awaitedPaid(company, happened)];
    case 'payment_failed':
      return [...failedInvoice(company, happened.invoice), updated(company, happened), ...givenUp(company, happened)];
    case 'billed_besides':
      return happened.invoice.status === 'paid'
        ? paid(company, happened.invoice)
        : failedInvoice(company, happened.invoice);
    case 'written_off':
      return writtenOff(company, happened);
    case 'subscription_changed':
      return changed(company, happened);
    case 'subscription_ended':
      return [['customer.subscription.deleted', subscription(company, happened.subscription)]];
    case 'refunded':
      return [
        ['charge.refunded', charge(company, happened.invoice)],
        ['refund.created', refund(company, happened.refund, happened.invoice)],
      ];
    case 'dispute_opened':
    case 'dispute_closed':
      return disputed(company, happened);
  }
}

/** The bank holds the money while the dispute is open; the shop gets it back when it wins. */
function disputed(
  company: Books,
  { kind, dispute: of, invoice: paid }: Of<'dispute_opened' | 'dispute_closed'>,
): NativeFact[] {
  const now = dispute(company, of, paid);
  if (kind === 'dispute_opened') {
    return [
      ['charge.dispute.created', now],
      ['charge.dispute.funds_withdrawn', now],
    ];
  }
  const closed: NativeFact = ['charge.dispute.closed', now];
  return of.status === 'won' ? [['charge.dispute.funds_reinstated', now], closed] : [closed];
}

/** A subscription that waits for its first payment emits no further event. */
function created(company: Books, { subscription: begun, invoice: of }: Of<'subscription_created'>): NativeFact[] {
  const first: NativeFact = ['customer.subscription.created', subscription(company, begun)];
  if (of.status === 'paid') return [first, ...paid(company, of)];
  return of.failure ? [first, ...failedInvoice(company, of)] : [first];
}

function subscribed(company: Books, happened: Of<'checkout_completed'>, started: Subscription): NativeFact[] {
  return [
    ...firstSeen(company, happened),
    ['customer.subscription.created', subscription(company, started)],
    ...(happened.invoice.status === 'paid' ? paid(company, happened.invoice) : []),
    ['checkout.session.completed', checkout(company, happened.checkout)],
  ];
}

/** docs.stripe.com/payments/checkout/fulfill-orders: a delayed payment of a completed checkout succeeded. */
function awaitedPaid(company: Books, { before, subscription: now }: Of<'recovered'>): NativeFact[] {
  const of = before.status === 'incomplete' ? company.store.get('checkouts', now.checkoutId ?? '') : undefined;
  return of ? [['checkout.session.async_payment_succeeded', checkout(company, of)]] : [];
}

function bought(company: Books, happened: Of<'checkout_completed'>): NativeFact[] {
  return [
    ...firstSeen(company, happened),
    ['payment_intent.succeeded', paymentIntent(company, happened.invoice)],
    ['charge.succeeded', charge(company, happened.invoice)],
    ['checkout.session.completed', checkout(company, happened.checkout)],
  ];
}

function firstSeen(company: Books, { newCustomer, customer: buyer }: Of<'checkout_completed'>): NativeFact[] {
  return newCustomer && !isGuest(buyer) ? [['customer.created', customer(company, buyer)]] : [];
}

function customerUpdated(
  company: Books,
  { before, customer: now }: { before: Customer; customer: Customer },
): NativeFact {
  return ['customer.updated', customer(company, now), customer(company, before)];
}

interface Changed {
  before: Subscription;
  subscription: Subscription;
}

function updated(company: Books, { before, subscription: now }: Changed): NativeFact {
  return ['customer.subscription.updated', subscription(company, now), subscription(company, before)];
}

function resumed(company: Books, { cause, subscription: now }: Of<'renewed'>): NativeFact[] {
  return cause === 'resumed' ? [['customer.subscription.resumed', subscription(company, now)]] : [];
}

function changed(company: Books, happened: Of<'subscription_changed'>): NativeFact[] {
  const now = subscription(company, happened.subscription);
  if (happened.change === 'paused') return [['customer.subscription.paused', now]];
  if (happened.change === 'resumed') return [['customer.subscription.resumed', now]];
  const expired = happened.change === 'expired' && company.store.get('invoices', now.latest_invoice ?? '');
  return [
    updated(company, happened),
    ...(happened.invoice ? paid(company, happened.invoice) : []),
    ...(expired ? [gone(company, expired)] : []),
  ];
}

const gone = (company: Books, of: Invoice): NativeFact => [
  of.status === 'void' ? 'invoice.voided' : 'invoice.marked_uncollectible',
  invoice(company, of),
];

/** After the last attempt failed. */
function givenUp(company: Books, { invoice: of }: Of<'payment_failed'>): NativeFact[] {
  return of.status === 'uncollectible' ? [gone(company, of)] : [];
}

function writtenOff(company: Books, { before, subscription: now, invoice: of }: Of<'written_off'>): NativeFact[] {
  return [...(before && now ? [updated(company, { before, subscription: now })] : []), gone(company, of)];
}

function paid(company: Books, of: Invoice): NativeFact[] {
  const object = invoice(company, of);
  return [
    ['invoice.paid', object],
    ['invoice.payment_succeeded', object],
  ];
}

/** docs.stripe.com/billing/subscriptions/webhooks: a charge that needs authentication counts as failed, too. */
function failedInvoice(company: Books, of: Invoice): NativeFact[] {
  const object = invoice(company, of);
  const failed: NativeFact = ['invoice.payment_failed', object];
  return needsAction(of) ? [failed, ['invoice.payment_action_required', object]] : [failed];
}

function native(company: Books, [name, object, before]: NativeFact): NativeEvent {
  const id = newId('event');
  const previous = before && previousAttributes(before, object);
  return { id, type: name, body: envelope({ id, at: company.clock.now(), name, object, previous }) };
}
