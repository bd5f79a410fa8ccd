import type { Company } from './company.ts';
import { couponFor } from './discounts.ts';
import { endSubscription } from './ending.ts';
import { charge, createInvoice, creditOf, needsAction, periodLines, settle } from './invoices.ts';
import { DAY_MS, periodEnd } from './periods.ts';
import type { Invoice, Subscription } from './records.ts';
import { Refusal } from './refusal.ts';
import {
  cancelMoved,
  changeSubscription,
  liveSubscription,
  patchSubscription,
  recurringInterval,
  subscriptionById,
} from './subscription.ts';

export interface Renewal {
  cause: 'cycle' | 'trial_end' | 'resumed';
  /** Start of the new period. */
  start: number;
  /** Also anchors the following periods at `start`. */
  newAnchor?: boolean;
}

/** Starts a new period and charges for it. */
export function renew(company: Company, id: string, renewal: Renewal): void {
  company.act(() => {
    const before = liveSubscription(company, id);
    const next = nextPeriod(company, before, renewal);
    if (before.pauseCollection) {
      return void changeSubscription(company, before, { kind: 'period', patch: { ...next, status: 'active' } });
    }
    const lines = periodLines(company, { ...before, ...next });
    const { customerId, metadata } = before;
    const couponId = couponFor(company, { ...before, ...next });
    const of = { customerId, subscriptionId: id, couponId };
    const invoice = createInvoice(company, { ...of, reason: 'cycle', lines, metadata });
    const charged = charge(company, invoice, before);
    const moved = { ...next, pendingAmount: creditOf(lines), latestInvoiceId: invoice.id };
    if (charged.status !== 'paid') return failed(company, { before, unpaid: charged, moved });
    const subscription = patchSubscription(company, id, { ...moved, status: 'active' });
    company.emit({ kind: 'renewed', before, subscription, invoice: charged, cause: renewal.cause }, customerId);
  });
}

export function nextPeriod(
  company: Company,
  before: Subscription,
  { start, newAnchor }: Renewal,
): Partial<Subscription> & Period {
  const { priceId, quantity } = before.pendingUpdate ?? before;
  const { discount = before.discount } = before.pendingUpdate ?? {};
  const interval = recurringInterval(company, priceId);
  const anchor = newAnchor || interval !== recurringInterval(company, before.priceId) ? start : before.anchor;
  const end = periodEnd(start, interval, anchor);
  const period = { periodStart: start, periodEnd: end, anchor, ...cancelMoved(before, end) };
  const trial = before.status === 'trialing' ? { trialEnd: start } : {};
  return { ...period, ...trial, priceId, quantity, discount, pendingUpdate: null, pausedAt: null, resumesAt: null };
}

type Period = Pick<Subscription, 'periodStart' | 'periodEnd' | 'anchor' | 'priceId' | 'quantity'>;

export interface FailedCharge {
  before: Subscription;
  unpaid: Invoice;
  /** Changes other than the status. */
  moved: Partial<Subscription>;
}

/** Handles the first failed attempt: the subscription becomes past due and the first retry is scheduled. */
export function failed(company: Company, { before, unpaid, moved }: FailedCharge): void {
  const nextAttemptAt = nextAttempt(company, unpaid);
  const invoice = company.store.update('invoices', unpaid.id, { nextAttemptAt });
  const subscription = patchSubscription(company, before.id, { ...moved, status: 'past_due' });
  company.emit({ kind: 'payment_failed', before, subscription, invoice, attempt: 'first' }, before.customerId);
}

/** Retries an open invoice; after the last scheduled attempt fails, the subscription ends. */
export function retryInvoice(company: Company, invoiceId: string): void {
  company.act(() => {
    const open = company.store.get('invoices', invoiceId);
    if (open?.status !== 'open') throw new Refusal('conflict', `The invoice ${invoiceId} is not open.`);
    const before = subscriptionById(company, open.subscriptionId ?? '');
    const charged = charge(company, open, before);
    if (charged.status === 'paid') return recovered(company, before, charged);
    const waits = before.status === 'incomplete';
    const nextAttemptAt = waits ? null : nextAttempt(company, charged);
    const last = nextAttemptAt === null && !waits;
    const gone = last ? { status: 'uncollectible' as const, writtenOffAt: company.clock.now() } : {};
    const invoice = company.store.update('invoices', invoiceId, { nextAttemptAt, ...gone });
    const subscription = patchSubscription(company, before.id, {});
    const attempt = last ? 'last' : 'again';
    company.emit({ kind: 'payment_failed', before, subscription, invoice, attempt }, before.customerId);
    if (last) endSubscription(company, before.id, 'payment_failed');
  });
}

/** Confirms a charge that waits for the cardholder's authentication. Throws a Refusal when there is none. */
export function confirmInvoice(company: Company, invoiceId: string): void {
  company.act(() => {
    const open = company.store.get('invoices', invoiceId);
    if (!open || !needsAction(open)) throw new Refusal('conflict', 'No payment waits for authentication.');
    const before = subscriptionById(company, open.subscriptionId ?? '');
    recovered(company, before, settle(company, open, { attempts: open.attempts + 1, paidAt: company.clock.now() }));
  });
}

function recovered(company: Company, before: Subscription, invoice: Invoice): void {
  const owing = ['past_due', 'unpaid', 'incomplete'].includes(before.status);
  const mended = owing ? { status: 'active' as const } : {};
  const subscription = patchSubscription(company, before.id, mended);
  company.emit({ kind: 'recovered', before, subscription, invoice }, before.customerId);
}

function nextAttempt(company: Company, invoice: Invoice): number | null {
  const days = company.dialect.dunningDays[invoice.attempts - 1];
  return days === undefined ? null : company.clock.now() + days * DAY_MS;
}
