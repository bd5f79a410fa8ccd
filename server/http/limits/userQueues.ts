import { AppError } from '../../errors.ts';

const AT_ONCE = 4;
const MOST_WAITING = 64;
const RETRY_SECONDS = 1;

/** Runs a limited number of each user's calls at once; the others wait in order. */
export interface UserQueues {
  /** Rejects with AppError too_many_requests if too many of the user's calls wait. */
  run<T>(userId: string, work: () => Promise<T>): Promise<T>;
}

interface Queue {
  running: number;
  waiting: (() => void)[];
}

/** One user's calls never take all database connections. */
export function createUserQueues({ atOnce = AT_ONCE, mostWaiting = MOST_WAITING } = {}): UserQueues {
  const queues = new Map<string, Queue>();

  async function enter(userId: string): Promise<Queue> {
    const queue = queues.get(userId) ?? { running: 0, waiting: [] };
    queues.set(userId, queue);
    if (queue.running < atOnce) queue.running += 1;
    else if (queue.waiting.length >= mostWaiting)
      throw new AppError('too_many_requests', { retryAfterSeconds: RETRY_SECONDS });
    else await new Promise<void>((resolve) => queue.waiting.push(resolve));
    return queue;
  }

  /** Hands the slot to the next call, or frees it. */
  function leave(userId: string, queue: Queue): void {
    const next = queue.waiting.shift();
    if (next) {
      next();
      return;
    }
    queue.running -= 1;
    if (queue.running === 0) queues.delete(userId);
  }

  return {
    async run(userId, work) {
      const queue = await enter(userId);
      try {
        return await work();
      } finally {
        leave(userId, queue);
      }
    },
  };
}
