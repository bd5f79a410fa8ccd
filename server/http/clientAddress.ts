import type { Request } from 'express';

/** The sender's address as far as TRUST_PROXY vouches for it: without a proxy, what it says of itself counts for nothing. */
export function clientAddress(request: Request): string {
  const address = request.ip ?? '';
  return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
}
