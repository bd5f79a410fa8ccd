import type { EventType } from '../../../adapters/adapter.ts';
import type { Instant } from '../../records/instant.ts';
import { hasEnded } from '../../records/subscription.ts';
import type { ProviderEvent } from '../event.ts';
import { saidStatus } from './status.ts';

/** The order rule among events of one instant; a provider snapshot stands above all. */
export const RANK = { created: 1, updated: 2, canceled: 3, deleted: 4, snapshot: 9 } as const;

/** Of one instant's two words on a payment, its success counts: money that came in is not failed by the same moment. */
export const PAYMENT_RANK = { failed: 1, succeeded: 2 } as const;

interface Mark {
  lastEventAt: Instant | null;
  lastEventRank: number;
}

/** Whether an event is newer than what was last applied. Where one of the two has no time, it counts as newer. */
export function isNewer(at: Instant | null, rank: number, { lastEventAt, lastEventRank }: Mark): boolean {
  if (at === null || lastEventAt === null || at > lastEventAt) return true;
  return at === lastEventAt && rank > lastEventRank;
}

const CREATED: readonly (EventType | null)[] = ['customer.created', 'subscription.created'];

/** By what the event says, not by its name alone: a cancellation that is only scheduled is an update. */
export function rankOf(event: ProviderEvent): number {
  if (event.snapshotOf !== null) return RANK.snapshot;
  const status = event.subscription ? saidStatus(event, event.subscription) : undefined;
  if (status === 'deleted' || event.customer?.deleted) return RANK.deleted;
  if (hasEnded(status)) return RANK.canceled;
  return CREATED.includes(event.type) ? RANK.created : RANK.updated;
}
