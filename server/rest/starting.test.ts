import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { startingRoutes } from './starting.ts';

let server: Server;
afterEach(() => new Promise((resolve) => server.close(resolve)));

async function starting(whenReady: Promise<RequestListener>, heldMs: number) {
  const settings = { baseUrl: 'http://localhost:3000', trustProxy: 0, selling: true };
  server = createServer(startingRoutes(settings, whenReady, heldMs));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
}

test('what comes while the service starts waits for it, and is then answered by it, body and all', async () => {
  let open = (_app: RequestListener): void => undefined;
  const call = await starting(new Promise((resolve) => (open = resolve)), 60_000);
  const held = call('/api/webhooks/payments', { method: 'POST', body: 'an event' });
  expect((await call('/api/health/ready')).status).toBe(503);
  expect((await call('/api/health/live')).status).toBe(200);
  open((request, response) => void request.pipe(response.writeHead(200)));
  const answer = await held;
  expect([answer.status, await answer.text()]).toEqual([200, 'an event']);
});

test('what waits for too long is 503, once', async () => {
  const ready = new Promise<RequestListener>((resolve) => setTimeout(() => resolve(() => expect.fail()), 100));
  const call = await starting(ready, 10);
  const answer = await call('/api/webhooks/payments', { method: 'POST', body: 'an event' });
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
    503,
    '1',
    { error: 'Service Unavailable' },
  ]);
  await ready;
});
