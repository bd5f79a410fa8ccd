import { isIPv6 } from 'node:net';
import type { Request } from 'express';

/** The sender's address as far as TRUST_PROXY vouches for it: without a proxy, what it says of itself counts for nothing. */
export function clientAddress(request: Request): string {
  const address = request.ip ?? '';
  return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
}

/** What one sender commands: an IPv4 address, or the 64 leading bits of an IPv6 address. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const groups = (text: string | undefined) => (text ? text.split(':') : []);
  const given = [...groups(head), ...groups(tail)].length;
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - given)).fill('0');
  const all = [...groups(head), ...zeros, ...groups(tail)];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
