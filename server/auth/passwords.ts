import { availableParallelism } from 'node:os';
import { APIError } from 'better-auth/api';
import { hashPassword, verifyPassword } from 'better-auth/crypto';

/** Each takes a core for some 60 ms, and 32 MB. */
const AT_ONCE = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)));
/** Some ten seconds' work. */
const MOST_WAITING = 128;

/** Hashes as better-auth does, but never so many at once that webhooks and everybody else would wait for them. */
export function createPasswords() {
  const inTurn = createTurns({ atOnce: AT_ONCE, mostWaiting: MOST_WAITING });
  return {
    hash: (password: string) => inTurn(() => hashPassword(password)),
    verify: (pair: { hash: string; password: string }) => inTurn(() => verifyPassword(pair)),
  };
}

/** Runs work in the order in which it comes, so many at once. Throws 429 when too many wait. */
export function createTurns({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting.length >= mostWaiting)
      throw new APIError('TOO_MANY_REQUESTS', { message: 'Too many requests' }, { 'retry-after': '10' });
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
