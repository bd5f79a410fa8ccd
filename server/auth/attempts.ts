import ipaddr from 'ipaddr.js';
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
  /** What fills a mailbox. */
  countMail(email: string): Promise<void>;
  /** Whoever knows the password may show it as often as they like. */
  reset(guesser: Guesser): Promise<void>;
}

/** `limits`: attempts in ten minutes, 0 for any number. */
export function createAttempts(pool: Pool, limits: { address: number; account: number }): Attempts {
  const byGuesser = (guesser: Guesser): RateLimit => ({ ...subjectOf(guesser), most: limits.account });
  return {
    countAddress: (address) =>
      countAttempt(pool, { kind: 'address', subject: networkOf(address), most: limits.address }),
    countMail: (email) =>
      countAttempt(pool, { kind: 'mail', subject: email.trim().toLowerCase(), most: limits.account }),
    countGuess: (guesser) => countAttempt(pool, byGuesser(guesser)),
    reset: (guesser) => forgetAttempts(pool, byGuesser(guesser)),
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
  if (!ipaddr.isValid(address)) return address;
  const sender = ipaddr.process(address);
  if (!(sender instanceof ipaddr.IPv6)) return sender.toString();
  const leading = sender.parts.slice(0, 4).map((part) => part.toString(16));
  return `${leading.join(':')}::/64`;
}
