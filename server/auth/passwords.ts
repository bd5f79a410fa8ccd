import { availableParallelism } from 'node:os';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { createTurns } from './turns.ts';

/** Each hash takes about 60 ms of a core, and 32 MB. */
const AT_ONCE = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)));

/** Hashes like better-auth, with bounded concurrency so that webhooks and other calls don't wait. */
export function createPasswords() {
  const inTurn = createTurns({ atOnce: AT_ONCE });
  return {
    hash: (password: string) => inTurn(() => hashPassword(password)),
    verify: (pair: { hash: string; password: string }) => inTurn(() => verifyPassword(pair)),
  };
}
