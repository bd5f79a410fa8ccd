import { availableParallelism } from 'node:os';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { createTurns } from './turns.ts';

/** Each takes a core for some 60 ms, and 32 MB. */
const AT_ONCE = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)));

/** Hashes as better-auth does, but never so many at once that webhooks and everybody else would wait for them. */
export function createPasswords() {
  const inTurn = createTurns({ atOnce: AT_ONCE });
  return {
    hash: (password: string) => inTurn(() => hashPassword(password)),
    verify: (pair: { hash: string; password: string }) => inTurn(() => verifyPassword(pair)),
  };
}
