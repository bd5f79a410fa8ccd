import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { until } from '../testing/run/until.ts';
import { startingRoutes } from './starting.ts';

let server: Server;
let [arrived, open] = [0, 0];
afterEach(() => new Promise((resolve) => server.close(resolve)));

async function starting(heldMs: number) {
  const settings = { baseUrl: 'http://localhost:3000', trustProxy: 0, selling: true };
  const { listener, handOver } = startingRoutes(settings, heldMs);
  [arrived, open] = [0, 0];
  server = createServer((request, response) => {
    arrived += 1;
    open += 1;
    listener(request, response);
    response.once('close', () => (open -= 1));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const call = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
  return { call, handOver };
}

test('what comes while the service starts waits for it, and is then answered by it, body and all', async () => {
  const { call, handOver } = await starting(60_000);
  const held = call('/api/webhooks/payments', { method: 'POST', body: 'an event' });
  await until('it is held', () => arrived === 1);
  expect((await call('/api/health/ready')).status).toBe(503);
  expect((await call('/api/health/live')).status).toBe(200);
  handOver((request, response) => void request.pipe(response.writeHead(200)));
  const answer = await held;
  expect([answer.status, await answer.text()]).toEqual([200, 'an event']);
});

test('what waits for too long is 503, once', async () => {
  const { call, handOver } = await starting(10);
  const answer = await call('/api/webhooks/payments', { method: 'POST', body: 'an event' });
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
    503,
    '1',
    { error: 'Service Unavailable' },
  ]);
  handOver(() => expect.fail('it was answered'));
});

test('what nobody waits for any more is not kept', async () => {
  const { call, handOver } = await starting(60_000);
  const sender = new AbortController();
  const held = call('/', { signal: sender.signal });
  await until('it is held', () => arrived === 1);
  sender.abort();
  await expect(held).rejects.toThrow();
  await until('its connection is closed', () => open === 0);
  handOver(() => expect.fail('nobody waits'));
});
