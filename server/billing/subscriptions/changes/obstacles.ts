import type { Subscription } from '../../../database/generated/client.ts';
import { pendingIn } from '../../records/scheduledChange.ts';
import { isPaused } from '../../records/subscription.ts';
import type { NamedKind } from './changeInput.ts';
import type { ConflictReason } from './conflicts.ts';

interface Obstacle {
  reason: ConflictReason;
  until?: Date;
}

/** Why the subscription's state doesn't allow it; null: it does. Canceling is always allowed. */
export function obstacleOf(live: Subscription, kind: NamedKind): Obstacle | null {
  switch (kind) {
    case 'cancel_at_period_end':
    case 'cancel_now':
      return null;
    case 'resume':
      return isEnding(live) ? null : { reason: 'not_ending' };
    case 'unpause':
      return isPaused(live) ? null : { reason: 'not_paused' };
    case 'undo':
      return pendingIn(live) ? null : { reason: 'nothing_scheduled' };
    case 'pause':
      if (pendingIn(live)?.kind === 'pause') return { reason: 'pause_scheduled', until: live.currentPeriodEnd };
      return standingObstacle(live);
  }
}

/** For what only a running subscription that goes on can have. One whose first payment is awaited is not found. */
export function standingObstacle(live: Subscription): Obstacle | null {
  if (isPaused(live)) return { reason: 'paused' };
  if (live.status === 'past_due') return { reason: 'past_due' };
  return isEnding(live) ? { reason: 'ending', until: live.cancelAt ?? live.currentPeriodEnd } : null;
}

const isEnding = ({ cancelAtPeriodEnd, cancelAt }: Subscription) => cancelAtPeriodEnd || cancelAt !== null;
