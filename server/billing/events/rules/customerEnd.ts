import type { Subscription } from '../../records/subscription.ts';
import type { Case } from './known.ts';
import { appliesToCustomer } from './nextCustomer.ts';

/** A deleted customer's subscriptions end, except those with a known later state. */
export function endedWithCustomer(given: Case): Subscription[] {
  const { event, known, now } = given;
  if (!event.customer?.deleted || !appliesToCustomer(given)) return [];
  const at = event.occurredAt;
  const due = known.running.filter(({ lastEventAt }) => at === null || lastEventAt === null || at >= lastEventAt);
  return due.map((record) => ({
    ...record,
    status: 'canceled',
    canceledAt: record.canceledAt ?? at ?? now,
    updatedAt: now,
    version: record.version + 1,
  }));
}
