import { setTimeout as sleep } from 'node:timers/promises';
import { createTurns, type Turns } from '../../turns.ts';

const AT_ONCE = 4;
const MOST_WAITING = 64;
const RETRY_SECONDS = 1;
const MOST_HELD = 256;

/** Runs a limited number of each user's calls at once; the others wait in order. */
export interface UserQueues {
  /** Rejects with AppError too_many_requests, a second late, if too many of the user's calls wait. */
  run<T>(userId: string, work: () => Promise<T>): Promise<T>;
}

/**
 * One user's calls never take all database connections. Who asks for too much asks again as soon as a refusal comes, and
 * a refusal costs as much as an answer: it is held for the time after which a retry may succeed.
 */
export function createUserQueues({ atOnce = AT_ONCE, mostWaiting = MOST_WAITING } = {}): UserQueues {
  const users = new Map<string, { inTurn: Turns; calls: number }>();
  const held = createTurns({ atOnce: MOST_HELD, mostWaiting: 0 });
  const beforeRefusal = () => held(() => sleep(1_000 * RETRY_SECONDS)).catch(() => {});
  const limits = { atOnce, mostWaiting, retryAfterSeconds: RETRY_SECONDS, beforeRefusal };
  const newUser = () => ({ inTurn: createTurns(limits), calls: 0 });
  return {
    async run(userId, work) {
      const user = users.get(userId) ?? newUser();
      users.set(userId, user);
      user.calls += 1;
      try {
        return await user.inTurn(work);
      } finally {
        user.calls -= 1;
        if (user.calls === 0) users.delete(userId);
      }
    },
  };
}
