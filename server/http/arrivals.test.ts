import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { letInByTurns } from './arrivals.ts';

const crowd = Array.from({ length: 300 }, (_, n) => `/crowd${n}`);

/**
 * Opens all connections at once: the requests' paths in the order in which they were served, and how many connections
 * had been read by then.
 */
async function serveCrowd(paths: readonly string[], pace: Parameters<typeof letInByTurns>[1]) {
  const served: string[] = [];
  const read: number[] = [];
  const accepted: Socket[] = [];
  const server = createServer(({ url = '' }, response) => {
    served.push(url);
    read.push(accepted.filter(({ bytesRead }) => bytesRead > 0).length);
    response.end();
  });
  letInByTurns(server, pace);
  server.on('connection', (socket) => accepted.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets = paths.map((path) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nhost: service\r\nconnection: close\r\n\r\n`);
    return socket.resume();
  });
  await Promise.all(sockets.map((socket) => once(socket, 'close')));
  server.close();
  return { served, read };
}

test('whoever comes after a crowd of new connections does not wait for all of its requests', async () => {
  const { served, read } = await serveCrowd([...crowd, '/later'], { restMs: 10_000, overdueMs: 10_000 });
  expect(served.toSorted()).toEqual([...crowd, '/later'].toSorted());
  expect(served.indexOf('/later')).toBeLessThan(10);
  expect(read[0]).toBeLessThan(10);
});

test('connections that waited too long come first', async () => {
  const { served } = await serveCrowd(crowd, { restMs: 10_000, overdueMs: 0 });
  expect(served).toEqual(crowd);
});
