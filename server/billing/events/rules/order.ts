import type { EventType } from '../../../adapters/adapter.ts';
import type { Instant } from '../../records/instant.ts';
import { hasEnded } from '../../records/subscription.ts';
import type { ProviderEvent } from '../event.ts';
import { saidStatus } from './status.ts';

/** Ranks events of the same instant; a provider snapshot outranks them all. */
export const RANK = { created: 1, updated: 2, canceled: 3, deleted: 4, snapshot: 9 } as const;

/**
 * A payment's success outranks its failure at the same instant: received money is not undone by it. `asked`: of its
 * amount only what a checkout asked for is known.
 */
export const PAYMENT_RANK = { failed: 1, succeeded: 2, asked: 3 } as const;

interface Mark {
  lastEventAt: Instant | null;
  lastEventRank: number;
}

/** Whether an event is newer than the last applied one. If either has no time, the event counts as newer. */
export function isNewer(at: Instant | null, rank: number, { lastEventAt, lastEventRank }: Mark): boolean {
  if (at === null || lastEventAt === null || at > lastEventAt) return true;
  return at === lastEventAt && rank > lastEventRank;
}

const CREATED: readonly (EventType | null)[] = ['customer.created', 'subscription.created'];

/** Ranked by the event's content, not only its name: a scheduled cancellation is an update. */
export function rankOf(event: ProviderEvent): number {
  if (event.snapshotOf !== null) return RANK.snapshot;
  const status = event.subscription ? saidStatus(event, event.subscription) : undefined;
  if (status === 'deleted' || event.customer?.deleted) return RANK.deleted;
  if (hasEnded(status)) return RANK.canceled;
  return CREATED.includes(event.type) ? RANK.created : RANK.updated;
}
