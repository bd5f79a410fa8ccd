import { createUserQueues, type UserQueues } from './userQueues.ts';

/** Of one service key; its service asks for many users at once. */
const KEY_AT_ONCE = 32;
const KEY_MOST_WAITING = 1_024;

interface Asking {
  id: string;
  key?: string;
}

/** Runs a number of the calls at once that one user, or one service key, asks for. */
export interface CallerQueues {
  /** Rejects with AppError too_many_requests when too many calls wait. */
  run<T>(caller: Asking, work: () => Promise<T>): Promise<T>;
}

export function createCallerQueues(): CallerQueues {
  const users = createUserQueues();
  const keys = createUserQueues({ atOnce: KEY_AT_ONCE, mostWaiting: KEY_MOST_WAITING });
  return {
    run({ id, key }, work) {
      const byUser = () => users.run(id, work);
      return key === undefined ? byUser() : keys.run(key, byUser);
    },
  };
}

/** What bounds the calls that wait for a change. */
export interface FeedWaits {
  /** By service key. */
  feedQueues: UserQueues;
  /** Aborted when what waits is to end. */
  stopping: AbortController;
}

export const openFeedWaits = (): FeedWaits => ({
  feedQueues: createUserQueues({ atOnce: 4, mostWaiting: 0 }),
  stopping: new AbortController(),
});
