import type { Company } from './company.ts';
import type { Invoice, InvoiceLine, Metadata, Subscription } from './records.ts';

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
}

/** An open invoice. Its total is never below 0; `creditOf` says what is left over. */
export function createInvoice(company: Company, input: InvoiceInput): Invoice {
  const lines: InvoiceLine[] = input.lines.map((line) => ({ proration: false, ...line, id: company.newId('line') }));
  const number = company.store.count('invoices') + 1;
  return company.store.put('invoices', {
    id: company.newId('invoice'),
    number: `SBX-${String(number).padStart(5, '0')}`,
    customerId: input.customerId,
    subscriptionId: input.subscriptionId,
    checkoutId: input.checkoutId ?? null,
    reason: input.reason,
    status: 'open',
    currency: company.price(input.lines[0]?.priceId ?? '').currency.toLowerCase(),
    total: Math.max(0, sumOf(input.lines)),
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
  });
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
  if (subscription && subscription.failNext > 0 && invoice.total > 0) {
    company.store.update('subscriptions', subscription.id, { failNext: subscription.failNext - 1 });
    return company.store.update('invoices', invoice.id, { attempts: invoice.attempts + 1 });
  }
  if (invoice.total > 0 && !canCharge(company, invoice)) {
    return company.store.update('invoices', invoice.id, { attempts: invoice.attempts + 1 });
  }
  const attempts = invoice.total > 0 ? invoice.attempts + 1 : invoice.attempts;
  return company.store.update('invoices', invoice.id, { status: 'paid', paidAt: now, attempts, nextAttemptAt: null });
}

function canCharge(company: Company, invoice: Invoice): boolean {
  const card = company.store.get('cards', company.store.get('customers', invoice.customerId)?.cardId ?? '');
  if (!card || card.behaviour === 'declined') return false;
  const firstPayment = invoice.reason === 'create' || invoice.reason === 'purchase';
  return card.behaviour !== 'fails_later' || firstPayment;
}

function sumOf(lines: LineInput[]): number {
  return lines.reduce((total, line) => total + line.amount, 0);
}
