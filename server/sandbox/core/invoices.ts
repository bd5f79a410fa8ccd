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
  /** Takes a part off what is to pay. */
  couponId?: string | null;
}

/** An open invoice. Its total is never below 0; `creditOf` says what is left over. */
export function createInvoice(company: Company, input: InvoiceInput): Invoice {
  return company.store.put('invoices', draftInvoice(company, input));
}

/** As it would be made now. */
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

/** What the lines leave in the customer's favour: 0 or negative minor units. */
export function creditOf(lines: LineInput[]): number {
  return Math.min(0, sumOf(lines));
}

/** The line of one full period, and the one that settles what earlier changes left over. */
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
  return [...lines, { ...line, description, amount: subscription.pendingAmount, proration: true }];
}

/** Tries to collect. Changes the invoice, and uses up the subscription's `failNext`. */
export function charge(company: Company, invoice: Invoice, subscription: Subscription | null): Invoice {
  const now = company.clock.now();
  const failure = invoice.total > 0 ? whyNot(company, invoice, subscription) : null;
  const attempts = invoice.total > 0 ? invoice.attempts + 1 : invoice.attempts;
  if (failure) return company.store.update('invoices', invoice.id, { attempts, failure });
  return settle(company, invoice, { attempts, paidAt: now });
}

/** The money has come. */
export function settle(company: Company, { id }: Invoice, at: { attempts: number; paidAt: number }): Invoice {
  return company.store.update('invoices', id, { ...at, status: 'paid', nextAttemptAt: null, failure: null });
}

/** Why this charge fails; null: it doesn't. Whoever pays a checkout is there to be asked. */
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

/** It waits for the owner of the card to confirm it. */
export function needsAction({ status, failure }: Invoice): boolean {
  return status === 'open' && failure?.code === 'authentication_required';
}

function sumOf(lines: LineInput[]): number {
  return lines.reduce((total, line) => total + line.amount, 0);
}
