import { isIPv6 } from 'node:net';
import type { Pool } from '../database/client.ts';
import { countAttempt, forgetAttempts, type RateLimit } from '../database/rateLimits.ts';

/** Counts sign-ins, sign-ups and the like for all processes. Each throws AppError too_many_requests. */
export interface Attempts {
  countAddress(address: string): Promise<void>;
  countAccount(email: string): Promise<void>;
  /** Whoever knows the password may sign in as often as they like. */
  forgiveAccount(email: string): Promise<void>;
}

/** `limits`: attempts in ten minutes, 0 for any number. */
export function createAttempts(pool: Pool, limits: { address: number; account: number }): Attempts {
  const byAccount = (email: string): RateLimit => ({
    ...{ kind: 'account', most: limits.account },
    subject: email.trim().toLowerCase(),
  });
  return {
    countAddress: (address) =>
      countAttempt(pool, { kind: 'address', subject: networkOf(address), most: limits.address }),
    countAccount: (email) => countAttempt(pool, byAccount(email)),
    forgiveAccount: (email) => forgetAttempts(pool, byAccount(email)),
  };
}

/** What one sender commands: an IPv4 address, or the 64 leading bits of an IPv6 address. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const groups = (text: string | undefined) => (text ? text.split(':') : []);
  const given = [...groups(head), ...groups(tail)].length;
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - given)).fill('0');
  const leading = [...groups(head), ...zeros, ...groups(tail)].slice(0, 4);
  return `${leading.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
