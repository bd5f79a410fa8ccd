import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';
import type { TrustProxy } from '../settings/schema/trustProxy.ts';

export type { TrustProxy } from '../settings/schema/trustProxy.ts';

/** Whether the address at this hop is one of our proxies. */
type Trust = (address: string, hop: number) => boolean;

const compiled = new WeakMap<object, Trust>();

function trustOf(trust: TrustProxy): Trust {
  if (typeof trust === 'number') return (_address, hop) => hop < trust;
  const known = compiled.get(trust) ?? proxyAddr.compile([...trust]);
  compiled.set(trust, known);
  return known;
}

/** Whether the peer of a connection is one of our proxies. */
export function isPeerTrusted({ socket }: IncomingMessage, trust: TrustProxy): boolean {
  return trustOf(trust)(socket.remoteAddress ?? '', 0);
}

/**
 * The sender's address as far as TRUST_PROXY vouches for it: each trusted proxy appends the address that it saw;
 * everything before those is the sender's own claim. Without a proxy, the header is ignored.
 */
export function senderOf(request: IncomingMessage, trust: TrustProxy): string {
  return plain(proxyAddr(request, trustOf(trust)));
}

/** An IPv4 address that arrived as an IPv6 address, in its IPv4 form. */
function plain(address = ''): string {
  return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
}
