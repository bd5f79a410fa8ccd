import { failureOf } from './cards.ts';
import type { Company } from './company.ts';
import { discountOn } from './discounts.ts';
import type { Failure, Invoice, InvoiceLine, Metadata, Subscription } from './records.ts';

export interface LineInput {
  description: string;
  amount: number;
  priceId: string;
  quantity: number;
  proration?: boolean;
  carried?: number;
  periodStart: number;
  periodEnd: number;
}

export interface InvoiceInput {
  customerId: string;
  subscriptionId: string | null;
  checkoutId?: string | null;
  reason: Invoice['reason'];
  lines: LineInput[];
  metadata: Metadata;
  /** Discounts the total. */
  couponId?: string | null;
}

/** Stores an open invoice. Its total is never below 0; `creditOf` returns the remaining credit. */
export function createInvoice(company: Company, input: InvoiceInput): Invoice {
  return company.store.put('invoices', draftInvoice(company, input));
}

/** The invoice as it would be created now; not stored. */
export function draftInvoice(company: Company, input: InvoiceInput): Invoice {
  const lines: InvoiceLine[] = input.lines.map((line) => ({ proration: false, ...line, id: company.newId('line') }));
  const number = company.store.count('invoices') + 1;
  const gross = Math.max(0, sumOf(input.lines));
  const discounted = discountOn(company, input.couponId, gross);
  return {
    id: company.newId('invoice'),
    number: `SBX-${String(number).padStart(5, '0')}`,
    customerId: input.customerId,
    subscriptionId: input.subscriptionId,
    checkoutId: input.checkoutId ?? null,
    reason: input.reason,
    status: 'open',
    currency: company.price(input.lines[0]?.priceId ?? '').currency.toLowerCase(),
    total: gross - discounted,
    discounted,
    lines,
    metadata: input.metadata,
    createdAt: company.clock.now(),
    paidAt: null,
    attempts: 0,
    nextAttemptAt: null,
    paymentId: company.newId('payment'),
    chargeId: company.newId('charge'),
    refunded: 0,
    extra: {},
  };
}

/** The customer's credit that remains after all lines: 0 or negative minor units. */
export function creditOf(lines: LineInput[]): number {
  return Math.min(0, sumOf(lines));
}

/** The line for one full period, and the line for the proration carried over from earlier changes. */
export function periodLines(
  company: Company,
  subscription: Pick<Subscription, 'priceId' | 'quantity' | 'pendingAmount' | 'periodStart' | 'periodEnd'>,
): LineInput[] {
  const { priceId, quantity, periodStart, periodEnd } = subscription;
  const price = company.price(priceId);
  const line = { priceId, quantity, periodStart, periodEnd };
  const lines: LineInput[] = [
    { ...line, description: `${quantity} × ${price.label}`, amount: price.amount * quantity },
  ];
  if (subscription.pendingAmount === 0) return lines;
  const description = 'Balance of earlier changes';
  const { pendingAmount: amount } = subscription;
  return [...lines, { ...line, description, amount, carried: amount, proration: true }];
}

/** Attempts to collect. Updates the invoice and decrements the subscription's `failNext`. */
export function charge(company: Company, invoice: Invoice, subscription: Subscription | null): Invoice {
  const now = company.clock.now();
  const failure = invoice.total > 0 ? whyNot(company, invoice, subscription) : null;
  const attempts = invoice.total > 0 ? invoice.attempts + 1 : invoice.attempts;
  const { cardId } = company.store.get('customers', invoice.customerId) ?? {};
  const tried = cardId ? { attempts, cardId } : { attempts };
  if (failure) return company.store.update('invoices', invoice.id, { ...tried, failure });
  return settle(company, invoice, { ...tried, paidAt: now });
}

/** Marks the invoice as paid. */
export function settle(
  company: Company,
  { id }: Invoice,
  at: Pick<Invoice, 'attempts' | 'cardId'> & { paidAt: number },
): Invoice {
  return company.store.update('invoices', id, { ...at, status: 'paid', nextAttemptAt: null, failure: null });
}

/** The reason why this charge fails; null: it succeeds. At a checkout the buyer is present and can authenticate. */
function whyNot(company: Company, invoice: Invoice, subscription: Subscription | null): Failure | null {
  if (subscription && subscription.failNext > 0) {
    company.store.update('subscriptions', subscription.id, { failNext: subscription.failNext - 1 });
    return failureOf();
  }
  const card = company.store.get('cards', company.store.get('customers', invoice.customerId)?.cardId ?? '');
  if (!card || card.behaviour === 'declined') return failureOf(card?.declineCode);
  if (invoice.checkoutId !== null) return null;
  if (invoice.reason === 'create' && card.behaviour === 'authenticate') return failureOf('authentication_required');
  if (card.behaviour === 'authenticate_always') return failureOf('authentication_required');
  return card.behaviour === 'fails_later' ? failureOf() : null;
}

/** Whether the invoice waits for the cardholder's confirmation. */
export function needsAction({ status, failure }: Invoice): boolean {
  return status === 'open' && failure?.code === 'authentication_required';
}

export function sumOf(lines: LineInput[]): number {
  return lines.reduce((total, line) => total + line.amount, 0);
}
