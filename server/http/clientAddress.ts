import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';

/** Proxies in front whose word counts; true: any number. */
export type TrustProxy = number | boolean;

/** Whether the peer of a connection is a proxy of ours. */
export function isPeerTrusted(trust: TrustProxy): boolean {
  return trust === true || Number(trust) > 0;
}

/**
 * The sender's address as far as TRUST_PROXY vouches for it: each trusted proxy adds the address that it saw, and what
 * stands before those is the sender's own word. Without a proxy, what it says of itself counts for nothing.
 */
export function senderOf({ headers, socket }: IncomingMessage, trust: TrustProxy): string {
  const said = isPeerTrusted(trust) ? `${headers['x-forwarded-for'] ?? ''}` : '';
  const seen = [
    socket.remoteAddress ?? '',
    ...said
      .split(',')
      .map((address) => address.trim())
      .filter(Boolean)
      .reverse(),
  ];
  const address = seen[trust === true ? seen.length - 1 : Math.min(Number(trust), seen.length - 1)] ?? '';
  return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
}

/** The same of a request that Express has looked at. */
export function clientAddress(request: Request): string {
  const address = request.ip ?? '';
  return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
}
