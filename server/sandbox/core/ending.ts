import type { Company } from './company.ts';
import type { EndReason, Subscription } from './records.ts';
import { liveSubscription, patchSubscription } from './subscription.ts';

/** Ends the subscription now. Its open invoices are no longer collected. */
export function endSubscription(company: Company, id: string, reason: EndReason): Subscription {
  return company.act(() => {
    const before = liveSubscription(company, id);
    const now = company.clock.now();
    const canceledAt = before.canceledAt ?? now;
    const end = { status: 'canceled', canceledAt, endedAt: now, endReason: reason } as const;
    for (const invoice of company.store.all('invoices')) {
      if (invoice.subscriptionId !== id || invoice.status !== 'open') continue;
      company.store.update('invoices', invoice.id, { status: 'void', nextAttemptAt: null });
    }
    const subscription = patchSubscription(company, id, end);
    company.emit({ kind: 'subscription_ended', before, subscription, reason }, before.customerId);
    return subscription;
  });
}
