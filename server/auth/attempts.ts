import ipaddr from 'ipaddr.js';
import type { Pool } from '../database/client.ts';
import { countAttempt, forgetAttempts, type RateLimit } from '../database/rateLimits.ts';

/** A sender who may be guessing passwords. */
export type Guesser =
  /** A sign-in. `device`: the name under which this browser is known for the account; null: it is unknown. */
  | { email: string; device: string | null }
  /** The owner of a session, who enters the account's password again. */
  | { userId: string };

/** Counts across all processes. Each count throws AppError too_many_requests. */
export interface Attempts {
  /** Expensive requests, by the sender's address. */
  countAddress(address: string): Promise<void>;
  countGuess(guesser: Guesser): Promise<void>;
  /** Requests that send mail, by mailbox. */
  countMail(email: string): Promise<void>;
  /** A correct password does not count as an attempt. */
  reset(guesser: Guesser): Promise<void>;
}

/** `limits`: attempts in ten minutes; 0: any number. */
export function createAttempts(pool: Pool, limits: { address: number; account: number }): Attempts {
  const byGuesser = (guesser: Guesser): RateLimit => ({ ...subjectOf(guesser), most: limits.account });
  return {
    countAddress: (address) =>
      countAttempt(pool, { kind: 'address', subject: networkOf(address), most: limits.address }),
    countMail: (email) => countAttempt(pool, { kind: 'mail', subject: mailboxOf(email), most: limits.account }),
    countGuess: (guesser) => countAttempt(pool, byGuesser(guesser)),
    reset: (guesser) => forgetAttempts(pool, byGuesser(guesser)),
  };
}

/**
 * Unknown browsers share a count per account, however the address is written; a known device has its own, so they can't
 * lock it out.
 */
function subjectOf(guesser: Guesser): Pick<RateLimit, 'kind' | 'subject'> {
  if ('userId' in guesser) return { kind: 'password', subject: guesser.userId };
  const account = guesser.email.trim().toLowerCase();
  const { device } = guesser;
  return device ? { kind: 'device', subject: `${device} ${account}` } : { kind: 'account', subject: account };
}

/** Where mails to the address arrive: many companies deliver `user+anything@` to `user@`. Only for counting. */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase();
  return address.replace(/^([^+]+)\+.*(?=@)/, '$1');
}

/** The addresses that one sender controls: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const sender = ipaddr.process(address);
  if (!(sender instanceof ipaddr.IPv6)) return sender.toString();
  const leading = sender.parts.slice(0, 4).map((part) => part.toString(16));
  return `${leading.join(':')}::/64`;
}
