import type { Charge } from '../../../adapters/calls.ts';
import type { Checkout, Duplicate, Subscription } from '../../../database/generated/client.ts';
import type { ReportReason } from '../../records/duplicate.ts';
import { isRunning } from '../../records/subscription.ts';

/** A live subscription, and our checkout that sold it; null: it came from elsewhere. */
export interface Bought {
  subscription: Subscription;
  checkout: Checkout | null;
}

const MOST_AGE_MS = 72 * 3_600_000;

/** The live subscription whose checkout superseded this one's, directly or through others; the last of several. */
export function keptBeside(loser: Bought, all: readonly Bought[], checkouts: readonly Checkout[]): Subscription | null {
  const successors = loser.checkout ? successorsOf(loser.checkout, checkouts) : [];
  const bought = successors.flatMap(({ id }) => all.find(({ checkout }) => checkout?.id === id) ?? []);
  return bought.at(-1)?.subscription ?? null;
}

/** The checkouts that superseded this one, directly or through others, in order. */
export function successorsOf(row: Checkout, checkouts: readonly Checkout[]): Checkout[] {
  const found: Checkout[] = [];
  for (let last = row; ; ) {
    const next = checkouts.find(({ id }) => id === last.supersededBy);
    if (!next || next === row || found.includes(next)) return found;
    found.push(next);
    last = next;
  }
}

const runsOn = ({ status, cancelAtPeriodEnd, cancelAt }: Subscription) =>
  isRunning(status) && !cancelAtPeriodEnd && cancelAt === null;

/** Why a second subscription must not be ended automatically; null: it may be, as far as the records tell. */
export function whyNotEnded(loser: Subscription, kept: Subscription): ReportReason | null {
  return runsOn(loser) && runsOn(kept) ? null : 'not active or trialing';
}

/** When its charges' age is judged: the time in which the brake held it does not count. */
export function judgedAt(row: Pick<Duplicate, 'heldAt' | 'releasedAt'> | null, now: Date): Date {
  if (!row?.heldAt) return now;
  return new Date(now.getTime() - ((row.releasedAt ?? now).getTime() - row.heldAt.getTime()));
}

/** The same, judged by its charges. A trial has no charge yet. */
export function whyNotRefunded({ status }: Subscription, charges: readonly Charge[], now: Date): ReportReason | null {
  const [charge] = charges;
  if (!charge) return status === 'trialing' ? null : 'its charge is not settled';
  if (charges.length > 1) return 'more than one charge';
  if (charge.isDisputed) return 'disputed';
  if (charge.refunded > 0) return 'refunded before';
  if (!charge.isSettled) return 'its charge is not settled';
  const age = charge.chargedAt === null ? Number.POSITIVE_INFINITY : now.getTime() - Date.parse(charge.chargedAt);
  return age < MOST_AGE_MS ? null : 'older than three days';
}
