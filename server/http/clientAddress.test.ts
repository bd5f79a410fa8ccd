import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { isPeerTrusted, senderOf, type TrustProxy } from './clientAddress.ts';

function requestFrom(peer: string | undefined, forwarded?: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  const request = new IncomingMessage(socket);
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded;
  return request;
}

test.each<{ what: string; trust: TrustProxy; peer: string; said?: string; sender: string }>([
  { what: 'no proxy', trust: 0, peer: '198.51.100.7', said: '203.0.113.1', sender: '198.51.100.7' },
  { what: 'one proxy', trust: 1, peer: '10.0.0.1', said: '203.0.113.1', sender: '203.0.113.1' },
  { what: 'what a sender made up', trust: 1, peer: '10.0.0.1', said: '1.1.1.1, 203.0.113.1', sender: '203.0.113.1' },
  { what: 'two proxies', trust: 2, peer: '10.0.0.1', said: '1.1.1.1, 203.0.113.1, 10.0.0.2', sender: '203.0.113.1' },
  { what: 'more proxies than addresses', trust: 5, peer: '10.0.0.1', said: '203.0.113.1', sender: '203.0.113.1' },
  { what: 'a proxy that says nothing', trust: 1, peer: '10.0.0.1', sender: '10.0.0.1' },
  {
    what: 'a subnet',
    trust: ['10.0.0.0/8'],
    peer: '10.1.2.3',
    said: '1.1.1.1, 203.0.113.1, 10.9.9.9',
    sender: '203.0.113.1',
  },
  { what: 'a peer outside', trust: ['10.0.0.0/8'], peer: '198.51.100.7', said: '203.0.113.1', sender: '198.51.100.7' },
  {
    what: 'a named range',
    trust: ['loopback', '10.0.0.2'],
    peer: '127.0.0.1',
    said: '1.2.3.4, 10.0.0.2',
    sender: '1.2.3.4',
  },
  {
    what: 'IPv4 by IPv6',
    trust: ['loopback'],
    peer: '::ffff:127.0.0.1',
    said: '::ffff:203.0.113.1',
    sender: '203.0.113.1',
  },
  { what: 'IPv6', trust: ['fd00::/8'], peer: 'fd00::1', said: '2001:db8::5', sender: '2001:db8::5' },
])('$what', ({ trust, peer, said, sender }) => {
  expect(senderOf(requestFrom(peer, said), trust)).toBe(sender);
});

test.each([
  [0, '10.0.0.1', false],
  [1, '198.51.100.7', true],
  [['10.0.0.0/8'], '10.0.0.1', true],
  [['10.0.0.0/8'], '198.51.100.7', false],
] as [TrustProxy, string, boolean][])('with TRUST_PROXY %j the peer %s is a proxy: %s', (trust, peer, expected) => {
  expect(isPeerTrusted(requestFrom(peer), trust)).toBe(expected);
});

test('a closed connection has no address', () => {
  expect(senderOf(requestFrom(undefined), 0)).toBe('');
});
