import type { KnownPrice, PaymentResult, SubscriptionResult, WriteOff } from '../adapter.ts';
import { discountMoney, moneyOf } from '../money.ts';
import { planSold } from '../prices.ts';
import { type Fields, fields, first, idOf, integer, key, list, reader, text, webAddress } from '../read.ts';
import type { Remark } from '../remarks.ts';
import { isSaid } from './amount.ts';
import { referenceOfInvoice } from './refund.ts';
import { customerIdOf, time, userIdOf } from './subscription.ts';

interface InvoiceOptions {
  failed: boolean;
  /** The payer must confirm it. */
  asks?: boolean;
  writtenOff?: WriteOff;
  prices: readonly KnownPrice[];
  warnings: Remark[];
}

/** Stripe's invoice as a payment keyed by the invoice's id; undefined if it has no usable id. */
export function toInvoicePayment(invoice: Fields, options: InvoiceOptions): PaymentResult | undefined {
  const { failed, asks, writtenOff, prices, warnings } = options;
  const providerPaymentId = key(invoice.id);
  if (!providerPaymentId) return undefined;
  const providerSubscriptionId = invoice.billing_reason === 'manual' ? undefined : subscriptionIdOf(invoice);
  const read = reader(invoice, warnings);
  const page = read('hosted_invoice_url', webAddress);
  return {
    providerPaymentId,
    providerCustomerId: customerIdOf(invoice),
    providerSubscriptionId,
    userId: userIdOf(invoice),
    type: providerSubscriptionId ? 'subscription' : 'one_time',
    status: failed ? 'failed' : 'succeeded',
    amount: moneyOf(invoice, [failed ? 'amount_due' : 'amount_paid', 'amount', 'total'], warnings),
    amountDiscounted: discountedOf(invoice),
    description: read('description', text) ?? first(...linesOf(invoice).map((line) => text(line.description))),
    receiptUrl: page,
    invoiceUrl: read('invoice_pdf', webAddress),
    ...(asks && page && { actionUrl: page }),
    ...(writtenOff && { writtenOff }),
    ...(providerSubscriptionId && { ...soldBy(invoice, prices), ...(isForPeriod(invoice) ? {} : { aside: true }) }),
    reference: referenceOfInvoice(invoice),
  };
}

/** Invoices list the amount of each discount. */
function discountedOf(invoice: Fields) {
  const amounts = list(invoice.total_discount_amounts).map((each) => integer(fields(each).amount) ?? 0);
  return discountMoney(
    invoice,
    amounts.reduce((sum, amount) => sum + amount, 0),
  );
}

const forPeriods = ['subscription_cycle', 'subscription_create', 'subscription'];

/**
 * Stripe itself judges invoices for changes, thresholds and manual charges: the subscription's own event has the
 * result.
 */
function isForPeriod({ billing_reason }: Fields): boolean {
  return typeof billing_reason !== 'string' || forPeriods.includes(billing_reason);
}

type Sold = Pick<PaymentResult, 'plan' | 'priceId' | 'periodStart' | 'periodEnd'>;

/** Prefers the line of a listed price, then prorated lines, then credits. */
function soldBy(invoice: Fields, prices: readonly KnownPrice[]): Sold {
  const lines = linesOf(invoice).toSorted((a, b) => lateness(a) - lateness(b));
  const planIn = (line: Fields) => planSold(prices, priceIdOf(line));
  const line = lines.find(planIn) ?? lines[0];
  if (!line) return {};
  const { start, end } = fields(line.period);
  const [periodStart, periodEnd] = [time(start), time(end)];
  const period = periodStart !== periodEnd && { periodStart, periodEnd };
  return { plan: planIn(line), priceId: priceIdOf(line), ...period };
}

function lateness(line: Fields): number {
  const { subscription_item_details, invoice_item_details } = fields(line.parent);
  const sources = [line, fields(subscription_item_details), fields(invoice_item_details)];
  return (sources.some(({ proration }) => proration === true) ? 2 : 0) + ((integer(line.amount) ?? 0) < 0 ? 1 : 0);
}

/** From API versions with `pricing`, or before. */
function priceIdOf(line: Fields): string | undefined {
  return first(idOf(fields(fields(line.pricing).price_details).price), idOf(line.price), idOf(line.plan));
}

/** A failed invoice for a period turns its subscription past due; undefined for any other. */
export function toFailedSubscription(invoice: Fields): SubscriptionResult | undefined {
  const providerSubscriptionId = subscriptionIdOf(invoice);
  if (!providerSubscriptionId || !isForPeriod(invoice)) return undefined;
  const userId = userIdOf(invoice);
  return { kind: 'payment_failed', providerSubscriptionId, providerCustomerId: customerIdOf(invoice), userId };
}

const settled = new Map<unknown, boolean>([
  ['paid', true],
  ['no_payment_required', true],
  ['unpaid', false],
]);

/** Whether a checkout session has nothing left to pay; one without that field counts as paid. */
export function isPaid(session: Fields, warnings: Remark[] = []): boolean {
  const read = reader(session, warnings);
  return !isSaid(session.payment_status) || read('payment_status', (value) => settled.get(value)) === true;
}

interface PurchaseOptions {
  prices: readonly KnownPrice[];
  warnings: Remark[];
}

/**
 * A one-time purchase is keyed by its invoice if there is one, so that the invoice's own events match. Only a session that
 * was asked for names its price.
 */
export function toPurchase(session: Fields, { prices, warnings }: PurchaseOptions): PaymentResult | undefined {
  const providerPaymentId = first(idOf(session.invoice), idOf(session.payment_intent), key(session.id));
  if (!providerPaymentId) return undefined;
  const status = session.status === 'failed' ? 'failed' : 'succeeded';
  const sold = list(fields(session.line_items).data).map((item) => idOf(fields(item).price));
  const priceId = sold.find((id) => planSold(prices, id)) ?? sold[0];
  const plan = reader(fields(session.metadata), warnings)('plan', text) ?? planSold(prices, priceId);
  const bought = { plan, ...(priceId === undefined ? {} : { priceId }) };
  return { ...sessionPayment(session, warnings), providerPaymentId, type: 'one_time', status, ...bought };
}

/** The first payment of a subscription that a checkout began; undefined if nothing was paid or no invoice is named. */
export function toFirstPayment(session: Fields, warnings: Remark[]): PaymentResult | undefined {
  const providerPaymentId = idOf(session.invoice) ?? idOf(session.payment_intent);
  if (!providerPaymentId || !isPaid(session) || session.payment_status === 'no_payment_required') return undefined;
  const providerSubscriptionId = idOf(session.subscription);
  return {
    ...sessionPayment(session, warnings),
    providerPaymentId,
    providerSubscriptionId,
    type: 'subscription',
    status: 'succeeded',
    // The customer's credit may pay a part of it: only the invoice tells.
    isAsked: true,
  };
}

function sessionPayment(session: Fields, warnings: Remark[]) {
  return {
    providerCustomerId: customerIdOf(session),
    userId: userIdOf(session),
    amount: moneyOf(session, ['amount_total', 'amount_paid', 'amount', 'total'], warnings),
    amountDiscounted: discountMoney(session, fields(session.total_details).amount_discount),
    description: reader(session, warnings)('description', text),
    reference: idOf(session.invoice) && idOf(session.payment_intent),
  };
}

/** The subscription of an invoice, from API versions with a `parent`, or before. */
function subscriptionIdOf(invoice: Fields): string | undefined {
  return first(
    idOf(fields(fields(invoice.parent).subscription_details).subscription),
    idOf(invoice.subscription),
    ...linesOf(invoice).map((line) => idOf(fields(fields(line.parent).subscription_item_details).subscription)),
    ...linesOf(invoice).map((line) => idOf(line.subscription)),
  );
}

function linesOf(invoice: Fields): Fields[] {
  return list(fields(invoice.lines).data).map(fields);
}
