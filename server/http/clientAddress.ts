import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';
import type { TrustProxy } from '../settings/schema/trustProxy.ts';

export type { TrustProxy } from '../settings/schema/trustProxy.ts';

/** Whether the address that is so many hops away is a proxy of ours. */
type Trust = (address: string, hop: number) => boolean;

const compiled = new WeakMap<object, Trust>();

function trustOf(trust: TrustProxy): Trust {
  if (typeof trust === 'number') return (_address, hop) => hop < trust;
  const known = compiled.get(trust) ?? proxyAddr.compile([...trust]);
  compiled.set(trust, known);
  return known;
}

/** Whether the peer of a connection is a proxy of ours. */
export function isPeerTrusted({ socket }: IncomingMessage, trust: TrustProxy): boolean {
  return trustOf(trust)(socket.remoteAddress ?? '', 0);
}

/**
 * The sender's address as far as TRUST_PROXY vouches for it: each trusted proxy adds the address that it saw, and what
 * stands before those is the sender's own word. Without a proxy, what it says of itself counts for nothing.
 */
export function senderOf(request: IncomingMessage, trust: TrustProxy): string {
  return plain(proxyAddr(request, trustOf(trust)));
}

/** An IPv4 address that came in by IPv6 as what it is. */
function plain(address = ''): string {
  return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
}
