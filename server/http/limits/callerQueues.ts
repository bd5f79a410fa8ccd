import { createUserQueues, type UserQueues } from './userQueues.ts';

/** Per service key; a service calls for many users at once. */
const KEY_AT_ONCE = 32;
const KEY_MOST_WAITING = 1_024;

interface Asking {
  id: string;
  key?: string;
}

/** Limits the concurrent calls of one user or one service key. */
export interface CallerQueues {
  /** Rejects with AppError too_many_requests if too many calls wait. */
  run<T>(caller: Asking, work: () => Promise<T>): Promise<T>;
}

export function createCallerQueues(): CallerQueues {
  const users = createUserQueues();
  const keys = createUserQueues({ atOnce: KEY_AT_ONCE, mostWaiting: KEY_MOST_WAITING });
  return {
    // A user's turn comes first: what of them waits takes no place of their key's.
    run: ({ id, key }, work) => users.run(id, key === undefined ? work : () => keys.run(key, work)),
  };
}

/** Limits the calls that wait for a change. */
export interface FeedWaits {
  /** By service key. */
  feedQueues: UserQueues;
  /** Aborted when waiting calls must end. */
  stopping: AbortController;
}

export const openFeedWaits = (): FeedWaits => ({
  feedQueues: createUserQueues({ atOnce: 4, mostWaiting: 0 }),
  stopping: new AbortController(),
});
