import type { PurchasablePlan } from '../adapters/adapter.ts';

/** What a model company knows, and how each of the three says it on the wire. Times are Unix milliseconds. */

export type Provider = 'alpha' | 'beta' | 'gamma';
export const providers: readonly Provider[] = ['alpha', 'beta', 'gamma'];

export interface ModelCustomer {
  id: string;
  userId: string;
  email: string;
  deletedAt: number | null;
}

export interface ModelSubscription {
  id: string;
  plan: PurchasablePlan;
  interval: 'month' | 'year';
  status: 'trialing' | 'active' | 'past_due' | 'canceled';
  cancelAtPeriodEnd: boolean;
  canceledAt: number | null;
  trialStart: number | null;
  trialEnd: number | null;
  periodStart: number;
  periodEnd: number;
}

export interface ModelInvoice {
  id: string;
  paid: boolean;
}

export type FactKind =
  | 'customer.created'
  | 'customer.updated'
  | 'customer.deleted'
  | 'created'
  | 'updated'
  | 'deleted'
  | 'paid'
  | 'failed';

/** One thing that happened at the company, as it was at that moment. `id` is the event's. */
export interface Fact {
  id: string;
  at: number;
  kind: FactKind;
  customer: ModelCustomer;
  subscription?: ModelSubscription;
  invoice?: ModelInvoice;
}

export const unitAmounts = { starter: 490, pro: 990, enterprise: 9990 };

export function amountOf({ plan, interval }: ModelSubscription): number {
  return unitAmounts[plan] * (interval === 'year' ? 10 : 1);
}

const priceOf = ({ plan, interval }: ModelSubscription) => `price_${plan}_${interval}`;
const seconds = (at: number | null) => (at === null ? null : Math.floor(at / 1000));
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

export function alphaSubscription(sub: ModelSubscription, customer: ModelCustomer): object {
  const recurring = { interval: sub.interval, interval_count: 1 };
  const price = { id: priceOf(sub), currency: 'usd', unit_amount: amountOf(sub), recurring };
  const period = { current_period_start: seconds(sub.periodStart), current_period_end: seconds(sub.periodEnd) };
  return {
    ...{ id: sub.id, object: 'subscription', customer: customer.id, status: sub.status, currency: 'usd' },
    metadata: { userId: customer.userId },
    items: { data: [{ id: `si_${sub.id}`, quantity: 1, price, ...period }] },
    cancel_at_period_end: sub.cancelAtPeriodEnd,
    cancel_at: sub.cancelAtPeriodEnd ? seconds(sub.periodEnd) : null,
    canceled_at: seconds(sub.canceledAt),
    trial_start: seconds(sub.trialStart),
    trial_end: seconds(sub.trialEnd),
  };
}

export function betaSubscription(sub: ModelSubscription, customer: ModelCustomer): object {
  const billingPeriod = sub.interval === 'year' ? 'every-year' : 'every-month';
  const product = { id: priceOf(sub), price: amountOf(sub), currency: 'USD', billing_period: billingPeriod };
  return {
    ...{ id: sub.id, object: 'subscription', product },
    customer: { id: customer.id, email: customer.email },
    status: sub.status === 'active' && sub.cancelAtPeriodEnd ? 'scheduled_cancel' : sub.status,
    current_period_start_date: iso(sub.periodStart),
    current_period_end_date: iso(sub.periodEnd),
    canceled_at: iso(sub.canceledAt),
    cancel_at_period_end: sub.cancelAtPeriodEnd,
    metadata: { userId: customer.userId },
  };
}

export function gammaSubscription(sub: ModelSubscription, customer: ModelCustomer): object {
  return {
    ...{ id: sub.id, status: sub.status, amount: amountOf(sub), currency: 'usd', product_id: priceOf(sub) },
    ...{ recurring_interval: sub.interval, recurring_interval_count: 1, customer_id: customer.id },
    customer: { id: customer.id, email: customer.email, external_id: customer.userId },
    current_period_start: iso(sub.periodStart),
    current_period_end: iso(sub.periodEnd),
    cancel_at_period_end: sub.cancelAtPeriodEnd,
    canceled_at: iso(sub.canceledAt),
    trial_start: iso(sub.trialStart),
    trial_end: iso(sub.trialEnd),
    metadata: { userId: customer.userId },
  };
}

const alphaTypes: Record<FactKind, string> = {
  'customer.created': 'customer.created',
  'customer.updated': 'customer.updated',
  'customer.deleted': 'customer.deleted',
  created: 'customer.subscription.created',
  updated: 'customer.subscription.updated',
  deleted: 'customer.subscription.deleted',
  paid: 'invoice.payment_succeeded',
  failed: 'invoice.payment_failed',
};

function alpha(fact: Fact): object {
  const { id, at, kind, customer, subscription: sub, invoice } = fact;
  const data = { object: alphaObject({ customer, sub, invoice }) };
  return { id, type: alphaTypes[kind], created: seconds(at), data };
}

interface Named {
  customer: ModelCustomer;
  sub?: ModelSubscription;
  invoice?: ModelInvoice;
}

function alphaObject({ customer, sub, invoice }: Named): object {
  const metadata = { userId: customer.userId };
  if (!sub) return { id: customer.id, object: 'customer', email: customer.email, metadata };
  if (!invoice) return alphaSubscription(sub, customer);
  const amounts = { amount_due: amountOf(sub), amount_paid: invoice.paid ? amountOf(sub) : 0, currency: 'usd' };
  const parent = { subscription_details: { subscription: sub.id, metadata } };
  return { id: invoice.id, object: 'invoice', customer: customer.id, parent, ...amounts };
}

function betaType(kind: FactKind, sub?: ModelSubscription): string {
  if (kind === 'created') return sub?.status === 'trialing' ? 'subscription.trialing' : 'subscription.active';
  if (kind === 'updated') return sub?.cancelAtPeriodEnd ? 'subscription.scheduled_cancel' : 'subscription.update';
  const types = { deleted: 'subscription.canceled', paid: 'subscription.paid', failed: 'subscription.past_due' };
  return types[kind as keyof typeof types] ?? kind;
}

function beta({ id, at, kind, customer, subscription: sub, invoice }: Fact): object {
  const metadata = { userId: customer.userId };
  const envelope = { id, eventType: betaType(kind, sub), created_at: at };
  if (!sub) return { ...envelope, object: { id: customer.id, email: customer.email, metadata } };
  const amounts = { amount: amountOf(sub), amount_paid: invoice?.paid ? amountOf(sub) : 0, currency: 'USD' };
  const transaction = invoice && { id: invoice.id, status: invoice.paid ? 'paid' : 'declined', ...amounts };
  return { ...envelope, object: { ...betaSubscription(sub, customer), last_transaction: transaction } };
}

function gammaType(kind: FactKind): string {
  const types: Partial<Record<FactKind, string>> = { paid: 'order.paid', deleted: 'revoked', failed: 'past_due' };
  if (kind.startsWith('customer.') || kind === 'paid') return types[kind] ?? kind;
  return `subscription.${types[kind] ?? kind}`;
}

function gamma({ at, kind, customer, subscription: sub, invoice }: Fact): object {
  const envelope = { type: gammaType(kind), timestamp: new Date(at).toISOString().replace('Z', '000Z') };
  const { id, email, userId } = customer;
  if (!sub) return { ...envelope, data: { id, email, external_id: userId, metadata: {} } };
  if (kind !== 'paid') return { ...envelope, data: gammaSubscription(sub, customer) };
  const order = { id: invoice?.id, status: 'paid', billing_reason: 'subscription_cycle', currency: 'usd' };
  const links = { subscription_id: sub.id, customer_id: id, metadata: { userId } };
  return { ...envelope, data: { ...order, ...links, total_amount: amountOf(sub) } };
}

/** The body of the webhook in which the company tells a fact; gamma's event id travels in a header. */
export const toBody: Record<Provider, (fact: Fact) => object> = { alpha, beta, gamma };

export const toSnapshot: Record<Provider, (sub: ModelSubscription, customer: ModelCustomer) => object> = {
  alpha: alphaSubscription,
  beta: betaSubscription,
  gamma: gammaSubscription,
};
