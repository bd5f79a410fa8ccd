import { isIPv6 } from 'node:net';
import type { Pool } from '../database/client.ts';
import { countAttempt, forgetAttempts, type RateLimit } from '../database/rateLimits.ts';

/** One of those who may be guessing at a password. */
export type Guesser =
  /** Somebody who signs in. `device`: the name by which it is known for this account; null: it is a stranger's. */
  | { email: string; device: string | null }
  /** Somebody with a session, who shows the account's password once more. */
  | { userId: string };

/** Counts for all processes. Each count throws AppError too_many_requests. */
export interface Attempts {
  /** What costs us much, by the sender's address. */
  countAddress(address: string): Promise<void>;
  countGuess(guesser: Guesser): Promise<void>;
  /** Whoever knows the password may show it as often as they like. */
  forgive(guesser: Guesser): Promise<void>;
}

/** `limits`: attempts in ten minutes, 0 for any number. */
export function createAttempts(pool: Pool, limits: { address: number; account: number }): Attempts {
  const byGuesser = (guesser: Guesser): RateLimit => ({ ...subjectOf(guesser), most: limits.account });
  return {
    countAddress: (address) =>
      countAttempt(pool, { kind: 'address', subject: networkOf(address), most: limits.address }),
    countGuess: (guesser) => countAttempt(pool, byGuesser(guesser)),
    forgive: (guesser) => forgetAttempts(pool, byGuesser(guesser)),
  };
}

/** Strangers share a count, however they write the address; a known device has its own, so that they can't lock it out. */
function subjectOf(guesser: Guesser): Pick<RateLimit, 'kind' | 'subject'> {
  if ('userId' in guesser) return { kind: 'password', subject: guesser.userId };
  const account = guesser.email.trim().toLowerCase();
  const { device } = guesser;
  return device ? { kind: 'device', subject: `${device} ${account}` } : { kind: 'account', subject: account };
}

/** What one sender commands: an IPv4 address, or the 64 leading bits of an IPv6 address. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const groups = (text: string | undefined) => (text ? text.split(':') : []);
  const given = [...groups(head), ...groups(tail)].length;
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - given)).fill('0');
  const leading = [...groups(head), ...zeros, ...groups(tail)].slice(0, 4);
  return `${leading.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
