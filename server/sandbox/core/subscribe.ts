import type { Company } from './company.ts';
import { openDispute } from './disputes.ts';
import { charge } from './invoices.ts';
import { addSubscription, firstInvoice, type Terms } from './newSubscription.ts';
import type { Invoice, Subscription } from './records.ts';
import { Declined } from './refusal.ts';
import { changeSubscription, liveSubscription, patchSubscription } from './subscription.ts';

/** An incomplete subscription expires after this time (docs.stripe.com/billing/subscriptions/overview). */
export const INCOMPLETE_MS = 23 * 3_600_000;

export interface NewSubscription extends Omit<Terms, 'checkoutId'> {
  /**
   * What to do when the first invoice can't be collected: `incomplete` leaves the subscription waiting for its payment,
   * `refuse` rolls everything back. `wait`: collection isn't attempted.
   */
  ifUnpaid: 'incomplete' | 'refuse' | 'wait';
}

/**
 * Creates a subscription over the API, without the buyer. Throws a Refusal if the card is declined and `ifUnpaid` is
 * `refuse`.
 */
export function createSubscription(company: Company, { ifUnpaid, ...terms }: NewSubscription): Subscription {
  return company.act(() => {
    const sold = { ...terms, checkoutId: null };
    const begun = addSubscription(company, sold);
    const bill = firstInvoice(company, sold, begun);
    const invoice = bill.total > 0 && ifUnpaid === 'wait' ? bill : charge(company, bill, begun);
    if (invoice.failure && ifUnpaid === 'refuse') throw new Declined(invoice.failure);
    const status = invoice.status === 'paid' ? begun.status : 'incomplete';
    const subscription = patchSubscription(company, begun.id, { latestInvoiceId: invoice.id, status });
    company.emit({ kind: 'subscription_created', subscription, invoice }, terms.customerId);
    disputeIfCardSays(company, invoice);
    return subscription;
  });
}

/** Opens a dispute for the published test card whose payments succeed and are then disputed. */
export function disputeIfCardSays(company: Company, { id, customerId, status, total }: Invoice): void {
  const card = company.store.get('cards', company.store.get('customers', customerId)?.cardId ?? '');
  if (card?.behaviour === 'disputed' && status === 'paid' && total > 0) openDispute(company, id);
}

/** Expires a subscription whose first invoice wasn't paid in time. */
export function expireIncomplete(company: Company, id: string): void {
  company.act(() => {
    const before = liveSubscription(company, id);
    const now = company.clock.now();
    const gone = { status: 'void', nextAttemptAt: null, writtenOffAt: now } as const;
    company.store.update('invoices', before.latestInvoiceId ?? '', gone);
    const patch = { status: 'incomplete_expired', endedAt: now } as const;
    changeSubscription(company, before, { kind: 'expired', patch });
  });
}
