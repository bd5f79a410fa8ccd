import type { Instant } from '../../records/instant.ts';
import type { Subscription } from '../../records/subscription.ts';
import { keptPlace } from './nextSubscription.ts';
import { endsWithCustomer, statusSince } from './status.ts';

/** Changes that a subscription may have missed while it was written. */
export interface Missed {
  subscription: Subscription;
  /** When its customer was deleted. */
  customerEndedAt: Instant | null;
  /** When a payment of it failed, if later than the failure that it knows. */
  paymentFailedAt: Instant | null;
  /** Its customer belongs to another user. */
  isForeign: boolean;
  /** The customer that it lacks. */
  ownersCustomerId: string | null;
}

export interface Recheck {
  subscription: Subscription;
  refetch: boolean;
}

/** Decides a subscription's last state again from what is known after the commit; null: it missed nothing. */
export function recheck(missed: Missed, now: Instant): Recheck | null {
  const { subscription: record, customerEndedAt, paymentFailedAt } = missed;
  const customerId = missed.isForeign ? null : (record.customerId ?? missed.ownersCustomerId);
  const isOver = endsWithCustomer(record.status, record.lastEventAt, customerEndedAt);
  if (!isOver && paymentFailedAt === null && customerId === record.customerId) return null;
  const status = statusSince(record.status, { at: record.lastEventAt, customerEndedAt, paymentFailedAt });
  const next = {
    ...record,
    customerId,
    status,
    canceledAt: isOver ? (record.canceledAt ?? customerEndedAt) : record.canceledAt,
    paymentFailedAt: paymentFailedAt ?? record.paymentFailedAt,
    updatedAt: now,
    version: record.version + 1,
  };
  const isTied = paymentFailedAt !== null && paymentFailedAt === record.lastEventAt;
  return { subscription: keptPlace(record, next), refetch: isTied };
}
