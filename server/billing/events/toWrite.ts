import { isOpenOutcome } from '../records/outcome.ts';
import { isLive, type Subscription } from '../records/subscription.ts';
import { type Decision, recordIdsOf } from './decide.ts';
import { type ProviderEvent, paymentIdOf, subscriptionIdOf } from './event.ts';
import type { Known } from './rules/known.ts';
import { ownerOf } from './rules/owner.ts';
import type { LockedRecords } from './rules/reads.ts';
import { changedRows, NO_CHANGES, type Write } from './write.ts';

const NO_BODY = Buffer.alloc(0);
const NOTHING_HELD: LockedRecords = { customer: null, subscription: null };

/** Everything a decision about an event writes: its ledger row, the records, a refetch, the end of a checkout. */
export function toWrite(event: ProviderEvent, known: Known, decision: Decision): Write {
  const { earlier } = known;
  const isApplied = decision.outcome === 'applied';
  const rows = isApplied ? changedRows(decision.changes) : NO_CHANGES;
  const held = isApplied ? decision.held : NOTHING_HELD;
  return {
    event: {
      provider: event.provider,
      event_id: event.id,
      type: event.type,
      native_type: event.nativeType,
      occurred_at: event.occurredAt,
      ledger_id: earlier?.id,
      earlier: earlier?.outcome,
      outcome: decision.outcome,
      decides: decides(earlier, decision),
      reason: 'reason' in decision ? decision.reason : undefined,
      error: 'error' in decision ? decision.error : undefined,
      warnings: event.warnings.length > 0 ? event.warnings : undefined,
      deliveries: event.replay ? 0 : 1,
      user_id: ownerOf(event, known),
      customer_id: event.customer?.id,
      subscription_id: subscriptionIdOf(event),
      payment_id: paymentIdOf(event),
      // A provider snapshot is taken again, never replayed.
      waiting_for: decision.outcome === 'unmatched' && event.snapshotOf === null ? recordIdsOf(event)[0] : undefined,
      refetch_key: 'refetch' in decision && decision.refetch ? providerIdOf(event, known) : undefined,
      checkout_session: event.checkoutSession,
      owner_check: cameToLife(known, rows.subscription)?.userId,
      ...counts(rows, [earlier, held.customer, held.subscription].filter(Boolean).length),
    },
    body: earlier ? NO_BODY : event.body,
    rows,
    held,
  };
}

/** An event that creates or revives a subscription may have created a second one. */
function cameToLife({ subscription: before }: Known, rows: Write['rows']['subscription']) {
  return rows.find((row) => isLive(row as Subscription) && !(before?.id === row.id && isLive(before))) as
    | Subscription
    | undefined;
}

/** What a check after a commit writes: there was no event, so the ledger gets no row. */
export function toRecheckWrite(subscription: Subscription, refetch: boolean): Write {
  const { id, provider, providerSubscriptionId } = subscription;
  const rows = { ...NO_CHANGES, subscription: [subscription] };
  const refetchKey = refetch ? providerSubscriptionId : undefined;
  const event = { provider, subscription_id: id, refetch_key: refetchKey, ...counts(rows, 0) };
  return { event, body: NO_BODY, rows, held: NOTHING_HELD };
}

/** How many rows the statement must find unchanged, and how many it inserts. */
function counts(rows: Write['rows'], others: number): { held: number; inserted: number } {
  let [held, inserted] = [others, 0];
  for (const table of Object.values(rows)) {
    for (const { version } of table) {
      if (version === 1) inserted += 1;
      else held += 1;
    }
  }
  return { held, inserted };
}

/** The first outcome stays, unless it was open or the event has been applied now. */
function decides(earlier: Known['earlier'], { outcome }: Decision): boolean {
  if (!earlier || isOpenOutcome(earlier.outcome)) return true;
  return outcome === 'applied' && earlier.outcome !== 'applied';
}

/** What the provider is asked about: a subscription, or the payment that a reference belongs to. */
function providerIdOf({ subscription, paymentUpdate }: ProviderEvent, known: Known): string | undefined {
  if (paymentUpdate) return paymentUpdate.unlinked ?? undefined;
  return known.subscription?.providerSubscriptionId ?? subscription?.providerSubscriptionId;
}
