import { AppError } from '../../errors.ts';
import type { Caller } from './caller.ts';

/** So long a sign-in counts as the person themselves at the screen. */
const FRESH_MS = 600_000;

/**
 * Before something that a stolen or forgotten token must not do: the person signed in within the last ten minutes, or,
 * if their login doesn't say when, they typed their address (`email`); without an address, their user id. Throws AppError
 * sign_in_again or not_confirmed.
 */
export function requireFreshSignIn(
  { id, email, signedInAt }: Caller,
  typed: string | undefined,
  now = Date.now(),
): void {
  if (signedInAt === undefined) {
    if (typed?.trim().toLowerCase() !== (email || id).toLowerCase()) throw new AppError('not_confirmed');
    return;
  }
  // A login that counts in milliseconds names a time to come.
  if (!(Math.abs(now - signedInAt) < FRESH_MS)) throw new AppError('sign_in_again');
}
