import type { Books } from './core/books.ts';
import type { Checkout, Customer, Invoice, Metadata, Price, Subscription, SubscriptionStatus } from './core/records.ts';

/** The types of facts: what the events of all three companies have in common. */
export const factTypes = [
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'subscription.created',
  'subscription.updated',
  'subscription.canceled',
  'subscription.deleted',
  'invoice.payment_succeeded',
  'invoice.payment_failed',
  'checkout.session.completed',
  'order.paid',
] as const;
export type FactType = (typeof factTypes)[number];

export interface FactSubscription {
  id: string;
  status: SubscriptionStatus;
  periodStart: number;
  periodEnd: number;
  /** Absent: the start of the period. */
  createdAt?: number;
  quantity?: number;
  cancelAtPeriodEnd?: boolean;
  /** Absent: the fact's time, if the subscription has ended or is scheduled to end. */
  canceledAt?: number | null;
  trialStart?: number | null;
  trialEnd?: number | null;
}

/** One event at a company, with its data at that moment. Times are Unix milliseconds. */
export interface Fact {
  /** The event's id; a fact with the same id is the same event sent again. */
  id: string;
  type: FactType;
  /** The company's own event name; absent: the default for the type. */
  name?: string;
  at: number;
  /**
   * `userId`: the shop's own id for the customer, stored as external id and in the metadata. `card`: the number of a test
   * card that pays from then on; kept if there is one.
   */
  customer: { id: string; email: string | null; userId?: string; card?: string };
  /** The price that was bought. */
  price: Price;
  /** Absent for a one-time purchase, and for events about the customer alone. */
  subscription?: FactSubscription;
  /** The id of the invoice, order or transaction. */
  paymentId?: string;
  checkoutId?: string;
  /** Metadata of the purchase; absent: it contains the user id. */
  metadata?: Metadata;
}

export interface FactRecords {
  customer: Customer;
  subscription: Subscription | null;
  invoice: Invoice | null;
  checkout: Checkout | null;
}

/** Writes the records of a fact into the books. */
export function putRecords({ store }: Books, { customer, subscription, invoice, checkout }: FactRecords): void {
  store.put('customers', customer);
  if (subscription) store.put('subscriptions', subscription);
  if (invoice) store.put('invoices', invoice);
  if (checkout) store.put('checkouts', checkout);
}

/** The company's records at the time of a fact. */
export function recordsOf(fact: Fact): FactRecords {
  const customer = customerOf(fact);
  const subscription = fact.subscription ? subscriptionOf(fact, fact.subscription) : null;
  const invoice = fact.paymentId === undefined ? null : invoiceOf(fact, fact.paymentId);
  const checkout = fact.checkoutId === undefined ? null : checkoutOf(fact, fact.checkoutId);
  return { customer, subscription, invoice, checkout };
}

function metadataOf({ customer: { userId }, metadata }: Fact): Metadata {
  return metadata ?? (userId === undefined ? {} : { userId });
}

function customerOf({ customer: { id, email, userId }, type, at }: Fact): Customer {
  return {
    id,
    email,
    name: null,
    cardId: null,
    createdAt: at,
    updatedAt: at,
    extra: {},
    externalId: userId ?? null,
    metadata: userId === undefined ? {} : { userId },
    deletedAt: type === 'customer.deleted' ? at : null,
  };
}

/** The company's own event name can imply the status, such as `subscription.paused`. */
function statusOf({ name = '' }: Fact, said: FactSubscription): SubscriptionStatus {
  const named = (['paused', 'unpaid', 'trialing'] as const).find((status) => name.endsWith(`.${status}`));
  return named ?? said.status;
}

function subscriptionOf(fact: Fact, said: FactSubscription): Subscription {
  const { at, price } = fact;
  const status = statusOf(fact, said);
  const isOver = status === 'canceled';
  const isScheduled = !isOver && (said.cancelAtPeriodEnd === true || fact.name?.endsWith('.scheduled_cancel') === true);
  const { periodStart, periodEnd, trialStart = null, trialEnd = null } = said;
  return {
    id: said.id,
    itemId: `si_${said.id}`,
    customerId: fact.customer.id,
    checkoutId: fact.checkoutId ?? null,
    priceId: price.id,
    quantity: said.quantity ?? 1,
    status,
    metadata: metadataOf(fact),
    createdAt: said.createdAt ?? periodStart,
    updatedAt: at,
    itemChangedAt: said.createdAt ?? periodStart,
    anchor: periodStart,
    periodStart,
    periodEnd,
    trialStart,
    trialEnd,
    trialEndAnnounced: false,
    cancelAt: isScheduled ? periodEnd : null,
    cancelVia: isScheduled ? 'api' : null,
    canceledAt: said.canceledAt === undefined && (isOver || isScheduled) ? at : (said.canceledAt ?? null),
    endedAt: isOver ? (said.canceledAt ?? at) : null,
    endReason: isOver ? 'immediately' : null,
    pausedAt: status === 'paused' ? at : null,
    pauseAtPeriodEnd: false,
    resumesAt: null,
    pauseCollection: null,
    pendingUpdate: null,
    latestInvoiceId: fact.paymentId ?? null,
    pendingAmount: 0,
    failNext: 0,
    extra: {},
  };
}

function invoiceOf(fact: Fact, id: string): Invoice {
  const { at, price, subscription } = fact;
  const isPaid = fact.type !== 'invoice.payment_failed';
  const total = subscription?.status === 'trialing' ? 0 : price.amount * (subscription?.quantity ?? 1);
  const period = { periodStart: subscription?.periodStart ?? at, periodEnd: subscription?.periodEnd ?? at };
  const description = `1 × ${price.label}`;
  const line = { id: `il_${id}`, description, amount: total, priceId: price.id, quantity: 1, proration: false };
  return {
    id,
    number: 'SBX-00001',
    customerId: fact.customer.id,
    subscriptionId: subscription?.id ?? null,
    checkoutId: fact.checkoutId ?? null,
    reason: subscription ? 'cycle' : 'purchase',
    status: isPaid ? 'paid' : 'open',
    currency: price.currency.toLowerCase(),
    total,
    lines: [{ ...line, ...period }],
    metadata: metadataOf(fact),
    createdAt: at,
    paidAt: isPaid ? at : null,
    attempts: 1,
    nextAttemptAt: null,
    paymentId: id,
    chargeId: `ch_${id}`,
    refunded: 0,
    extra: {},
  };
}

function checkoutOf(fact: Fact, id: string): Checkout {
  const { at, customer, price, subscription } = fact;
  const metadata = metadataOf(fact);
  return {
    id,
    token: id,
    status: 'complete',
    priceId: price.id,
    quantity: subscription?.quantity ?? 1,
    trialDays: subscription?.status === 'trialing' ? (price.trialDays ?? 1) : 0,
    customerId: customer.id,
    email: customer.email,
    reference: customer.userId ?? null,
    customerExternalId: customer.userId ?? null,
    customerMetadata: {},
    metadata,
    subscriptionMetadata: metadata,
    paymentMetadata: metadata,
    successUrl: 'https://shop.example/',
    cancelUrl: null,
    createdAt: at,
    expiresAt: at,
    completedAt: at,
    subscriptionId: subscription?.id ?? null,
    invoiceId: fact.paymentId ?? null,
    pending: null,
    extra: {},
  };
}
