import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Adapter } from '../adapter.ts';
import { gamma } from './adapter.ts';

const SECRET_KEY = 'polar_oat_hidden';
const servers: (Server | TcpServer)[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    if ('closeAllConnections' in server) server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
});

async function portOf(server: Server | TcpServer): Promise<number> {
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return (server.address() as AddressInfo).port;
}

function adapterAt(port: number, timeoutMs?: number): Adapter {
  const apiUrl = `http://127.0.0.1:${port}`;
  const prices = [{ id: 'prod_1', plan: 'pro', interval: 'month' } as const];
  return gamma.create({ secretKey: SECRET_KEY, webhookSecrets: [], apiUrl, prices, timeoutMs });
}

/** Every operation that calls the provider. */
function operationsOf(adapter: Adapter): Promise<unknown>[] {
  const portal = { providerCustomerId: 'cus_1', returnUrl: 'http://localhost/' };
  const checkout = {
    userId: 'u',
    userEmail: 'a@b.co',
    successUrl: 'http://localhost/',
    cancelUrl: 'http://localhost/',
  };
  return [
    adapter.createCheckout({ ...checkout, plan: 'pro', interval: 'month', idempotencyKey: 'k' }),
    adapter.createPortal(portal),
    adapter.changeSubscription('sub_1', { kind: 'change_plan', plan: 'pro', interval: 'month' }),
    adapter.fetchCheckout('co_1'),
    adapter.fetchSubscription('sub_1'),
    adapter.listSubscriptions('cus_1'),
    adapter.fetchCustomer('cus_1'),
    adapter.fetchAccount(),
    adapter.changeSubscription('sub_1', { kind: 'resume' }),
    adapter.changeSubscription('sub_1', { kind: 'cancel_now' }),
  ];
}

async function expectFailures(port: number, timeoutMs?: number): Promise<void> {
  const outcomes = await Promise.allSettled(operationsOf(adapterAt(port, timeoutMs)));
  expect(outcomes.map((outcome) => outcome.status)).toEqual(Array(10).fill('rejected'));
  for (const outcome of outcomes as PromiseRejectedResult[]) {
    expect(outcome.reason).toBeInstanceOf(Error);
    expect(`${outcome.reason.stack} ${JSON.stringify(outcome.reason)}`).not.toContain(SECRET_KEY);
  }
}

const drip: RequestListener = (_, response) => {
  const interval = setInterval(() => response.write(' '), 10);
  response.on('close', () => clearInterval(interval));
};

const answers: [name: string, respond: RequestListener][] = [
  ['500', (_, response) => response.writeHead(500).end('{"error":"ServerError"}')],
  ['429', (_, response) => response.writeHead(429, { 'retry-after': '60' }).end('{}')],
  ['401', (_, response) => response.writeHead(401).end('{"error":"invalid_token"}')],
  ['a redirect', (_, response) => response.writeHead(307, { location: '/v1/elsewhere' }).end()],
  ['cut JSON', (_, response) => response.writeHead(200).end('{"id":"co_1","url":"https://po')],
  ['a page', (_, response) => response.writeHead(200).end('<html>Bad gateway</html>')],
  [
    'a cut connection',
    (_, response) => response.writeHead(200, { 'content-length': '99' }).write('{', () => response.destroy()),
  ],
];

describe('every call rejects, without the secret key, when the provider', () => {
  it.each(answers)('answers %s', async (_, respond) => {
    await expectFailures(await portOf(createServer(respond)));
  });

  it('refuses the connection', async () => {
    const server = createTcpServer();
    const port = await portOf(server);
    await new Promise((closed) => server.close(closed));
    servers.pop();
    await expectFailures(port);
  });

  const slow: [name: string, respond: RequestListener][] = [
    ['hangs', () => {}],
    ['drips', drip],
  ];

  it.each(slow)('%s longer than the timeout', async (_, respond) => {
    await expectFailures(await portOf(createServer(respond)), 200);
  });
});
