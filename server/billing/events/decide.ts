import type { Instant } from '../records/instant.ts';
import type { LedgerRemark } from '../records/remark.ts';
import { type ProviderEvent, paymentIdOf, subscriptionIdOf } from './event.ts';
import { endedWithCustomer } from './rules/customerEnd.ts';
import type { Case, Changes, Known } from './rules/known.ts';
import { isOpen, nextCustomer } from './rules/nextCustomer.ts';
import { nextPayment } from './rules/nextPayment.ts';
import { nextSubscription } from './rules/nextSubscription.ts';
import { rankOf } from './rules/order.ts';
import { isForeign, ownerOf } from './rules/owner.ts';
import { heldReads, type LockedRecords, type PendingLink, pendingLinks } from './rules/reads.ts';
import { nextReturned } from './rules/returned.ts';
import { isTied } from './rules/ties.ts';

/** `refetch`: the payload can't tell which state came last, so the provider is asked after the answer. */
export type Decision =
  | {
      outcome: 'applied';
      reason?: LedgerRemark;
      changes: Changes;
      held: LockedRecords;
      refetch: boolean;
      pendingLinks: PendingLink[];
    }
  | { outcome: 'stale'; reason: LedgerRemark; refetch: boolean }
  | { outcome: 'unmatched'; reason: LedgerRemark; refetch: boolean; pendingLinks: PendingLink[] }
  | { outcome: 'ignored'; reason: LedgerRemark }
  | { outcome: 'failed'; error: LedgerRemark }
  | { outcome: 'duplicate' };

const OTHERS = 'it is about another product of the company (PRICE_IGNORE)';
const UNLINKED = 'its customer belongs to another user or to nobody: left unlinked';

/** Decides what an event does to the known records. Pure. Every rule about events is here or in `rules/`. */
export function decide(event: ProviderEvent, known: Known, now: Instant): Decision {
  if (event.verdict) return event.verdict;
  if (!mayApply(event, known)) return { outcome: 'duplicate' };
  // A subscription that had a plan here stays ours, at a price that gives none.
  if (event.isIgnored && !known.subscription && !known.payment) return { outcome: 'ignored', reason: OTHERS };
  const owner = ownerOf(event, known);
  const given: Case = { event, known, now, owner, foreign: isForeign(event, known, owner), rank: rankOf(event) };
  const returned = nextReturned(given);
  const changes: Changes = {
    customer: nextCustomer(given),
    subscription: nextSubscription(given),
    payment: returned?.payment ?? nextPayment(given),
    refund: returned?.refund ?? null,
    ended: endedWithCustomer(given),
  };
  const refetch = isTied(given);
  if (changes.customer || changes.subscription || changes.payment) {
    const held = heldReads(given, changes);
    const reason = given.foreign ? UNLINKED : undefined;
    return { outcome: 'applied', reason, changes, held, refetch, pendingLinks: pendingLinks(given, changes) };
  }
  if (given.owner === null && createsRecord(event)) {
    const unlinked = event.paymentUpdate?.unlinked != null;
    const reason = event.paymentUpdate ? 'its payment is not known yet' : 'names no known user';
    return { outcome: 'unmatched', reason, refetch: refetch || unlinked, pendingLinks: waitsFor(event) };
  }
  return { outcome: 'stale', reason: staleReason(given, refetch), refetch };
}

/**
 * A final outcome stays; an open one may change. A replay follows the order rule. An event without a time is never
 * applied twice, because nothing would stop it from overwriting newer state.
 */
function mayApply(event: ProviderEvent, known: Known): boolean {
  if (isOpen(known)) return true;
  const wasApplied = known.earlier?.outcome === 'applied' || known.earlier?.outcome === 'stale';
  return event.replay && (event.occurredAt !== null || !wasApplied);
}

/** Without an owner none of the event's records is known: each would have to be created, or the event waits for it. */
function createsRecord({ customer, subscription, payment, paymentUpdate }: ProviderEvent): boolean {
  if (paymentUpdate !== null) return true;
  return customer !== null || payment !== null || (subscription !== null && subscription.kind !== 'payment_failed');
}

/** Our ids of the records that an event names, in the order in which an unmatched event waits for them. */
export function recordIdsOf(event: ProviderEvent): string[] {
  const ids = [event.customer?.id, subscriptionIdOf(event), paymentIdOf(event)];
  return ids.filter((id) => id != null);
}

const waitsFor = (event: ProviderEvent) => recordIdsOf(event).map((id) => ({ id, lacksCustomer: false }));

function staleReason({ event, foreign }: Case, refetch: boolean): LedgerRemark {
  const { snapshotOf, payment } = event;
  if (foreign && !payment && !subscriptionIdOf(event)) return UNLINKED;
  if (snapshotOf !== null) return 'the record changed meanwhile';
  return refetch ? 'same instant as the last applied event: the provider decides' : 'not newer than what was applied';
}
