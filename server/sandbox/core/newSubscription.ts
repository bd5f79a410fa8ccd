import type { Company } from './company.ts';
import { lastingDiscount } from './discounts.ts';
import { createInvoice, periodLines } from './invoices.ts';
import { periodEnd } from './periods.ts';
import type { Invoice, Subscription } from './records.ts';
import { recurringInterval } from './subscription.ts';

export type Terms = Pick<Subscription, 'customerId' | 'checkoutId' | 'priceId' | 'quantity' | 'trialEnd' | 'metadata'> &
  Pick<Subscription, 'withoutCard'> & { couponId?: string | null };

/** Adds the subscription, in a trial or not; bills and emits nothing yet. */
export function addSubscription(company: Company, { couponId, ...terms }: Terms): Subscription {
  const now = company.clock.now();
  const interval = recurringInterval(company, terms.priceId);
  const { trialEnd } = terms;
  const never = { cancelAt: null, cancelVia: null, canceledAt: null, endedAt: null, endReason: null };
  const running = { pausedAt: null, resumesAt: null, pauseCollection: null, pendingUpdate: null };
  return company.store.put('subscriptions', {
    ...never,
    ...running,
    ...terms,
    id: company.newId('subscription'),
    itemId: company.newId('item'),
    status: trialEnd === null ? 'active' : 'trialing',
    createdAt: now,
    updatedAt: now,
    itemChangedAt: now,
    anchor: trialEnd ?? now,
    periodStart: now,
    periodEnd: trialEnd ?? periodEnd(now, interval, now),
    trialStart: trialEnd === null ? null : now,
    trialEndAnnounced: false,
    pauseAtPeriodEnd: false,
    latestInvoiceId: null,
    pendingAmount: 0,
    failNext: 0,
    discount: lastingDiscount(company, couponId),
    extra: {},
  });
}

interface Sold {
  customerId: string;
  checkoutId: string | null;
  priceId: string;
  quantity: number;
  couponId?: string | null;
  /** Metadata of a one-time purchase. */
  metadata: Subscription['metadata'];
}

/**
 * The first invoice of a subscription (total 0 in a trial), or the invoice of a one-time purchase. Not yet collected.
 */
export function firstInvoice(company: Company, sold: Sold, subscription: Subscription | null): Invoice {
  const { customerId, checkoutId, couponId, priceId, quantity } = sold;
  const now = company.clock.now();
  const { periodStart, periodEnd: end } = subscription ?? { periodStart: now, periodEnd: now };
  const lines = periodLines(company, { priceId, quantity, periodStart, periodEnd: end, pendingAmount: 0 });
  const label = company.price(priceId).label;
  const free = lines.map((line) => ({ ...line, amount: 0, description: `Trial period for ${label}` }));
  return createInvoice(company, {
    customerId,
    checkoutId,
    couponId,
    subscriptionId: subscription?.id ?? null,
    reason: subscription ? 'create' : 'purchase',
    lines: subscription?.status === 'trialing' ? free : lines,
    metadata: subscription ? subscription.metadata : sold.metadata,
  });
}
