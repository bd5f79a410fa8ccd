import type { Subscription } from '../../database/generated/client.ts';
import { asPaid, pendingIn } from '../records/scheduledChange.ts';
import { isCollectionPaused, isRunning } from '../records/subscription.ts';
import { billedAt, isDiscounted } from '../subscriptions/nextBill.ts';

/** Days before the charge; 0: none is sent. */
export interface ReminderDays {
  trial: number;
  year: number;
}

/** What somebody is told before it is charged. */
export interface Reminder {
  kind: keyof ReminderDays;
  chargeAt: Date;
  /** What is charged from then on; the amount is null where nobody told it. */
  next: { plan: string; interval: string; amount: string | null };
}

const DAY_MS = 86_400_000;

/** null: nothing is charged, none is asked for, or it is not time yet. */
export function reminderOf(row: Subscription, { now, days }: { now: Date; days: ReminderDays }): Reminder | null {
  if (!isRunning(row.status) || isCollectionPaused(row)) return null;
  const kind = row.status === 'trialing' ? 'trial' : asPaid(row).interval === 'year' ? 'year' : null;
  if (kind === null || days[kind] === 0) return null;
  const chargeAt = kind === 'trial' ? (row.trialEnd ?? row.currentPeriodEnd) : row.currentPeriodEnd;
  const left = chargeAt.getTime() - now.getTime();
  if (left <= 0 || left > days[kind] * DAY_MS || endsBy(row, chargeAt)) return null;
  const pending = pendingIn(row);
  if (pending?.kind === 'pause') return null;
  return { kind, chargeAt, next: nextOf(row, chargeAt) };
}

/** It is not charged then: it has ended. */
function endsBy({ cancelAtPeriodEnd, cancelAt }: Subscription, chargeAt: Date): boolean {
  return cancelAtPeriodEnd || (cancelAt !== null && cancelAt <= chargeAt);
}

function nextOf(row: Subscription, chargeAt: Date): Reminder['next'] {
  const pending = pendingIn(row);
  if (pending?.kind === 'plan') {
    const { plan, interval, amount } = pending.to;
    return { plan, interval, amount: isDiscounted(row, chargeAt) ? null : amount };
  }
  return { plan: row.plan, interval: row.interval, amount: billedAt(row, chargeAt) };
}
