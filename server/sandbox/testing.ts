import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { snapshotOf } from './core/truth.ts';
import { type SandboxOptions, startSandbox } from './index.ts';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  status: number;
}

/** A web server that records every webhook; `answer` returns the status (null: no response). */
export async function startReceiver(answer: (body: string, count: number) => number | null = () => 200) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const status = answer(body, received.length);
      received.push({ headers: request.headers, body, status: status ?? 0 });
      if (status !== null) response.writeHead(status).end('{"received":true}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`, received, close };
}

export const testPrices: SandboxOptions['prices'] = [
  { id: 'price_starter_month', plan: 'starter', label: 'Starter', interval: 'month', amount: 490, currency: 'usd' },
  { id: 'price_pro_month', plan: 'pro', label: 'Pro', interval: 'month', amount: 990, currency: 'usd' },
  { id: 'price_pro_year', plan: 'pro', label: 'Pro', interval: 'year', amount: 9900, currency: 'usd' },
  { id: 'price_pro_once', plan: 'pro', label: 'Pro for good', interval: 'one_time', amount: 29_900, currency: 'usd' },
  { id: 'price_yen', plan: 'starter', label: 'Starter', interval: 'month', amount: 990, currency: 'jpy' },
];

export interface TestSandboxOptions extends Partial<SandboxOptions> {
  answer?: (body: string, count: number) => number | null;
}

/** A sandbox on a free port with a data folder of its own, and a receiver for its webhooks. */
export async function startTestSandbox({ answer, ...overrides }: TestSandboxOptions = {}) {
  const dataDir = overrides.dataDir ?? mkdtempSync(join(tmpdir(), 'sandbox-test-'));
  const receiver = await startReceiver(answer);
  const options: SandboxOptions = {
    dialect: 'alpha',
    host: '127.0.0.1',
    port: 0,
    dataDir,
    secretKey: 'sk_test_0123456789abcdef',
    webhookSecret: 'whsec_0123456789abcdef',
    webhookUrl: receiver.url,
    signatureHeader: 'alpha-signature',
    prices: testPrices,
    repeatDelaysMs: [20, 40, 80, 160, 320],
    ...overrides,
  };
  let running = await startSandbox(options);
  const control = controlOf(() => running.url);
  return {
    options,
    received: receiver.received,
    get url() {
      return running.url;
    },
    control,
    settle: () => control<{ settled: boolean; pending: number }>('POST', 'settle', { timeoutMs: 10_000 }),
    truth: () => control<Truth>('GET', 'truth'),
    /** Restarts the sandbox with the same data. */
    async restart() {
      await running.close();
      running = await startSandbox(options);
    },
    async close() {
      await running.close();
      await receiver.close();
      if (overrides.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type TestSandbox = Awaited<ReturnType<typeof startTestSandbox>>;

export type Truth = ReturnType<typeof snapshotOf>;

/** Calls `/_sandbox/<path>`; throws with the response's text on an error status. */
export function controlOf(url: () => string) {
  return async <T = Record<string, unknown>>(method: string, path: string, body?: object): Promise<T> => {
    const headers = { 'x-sandbox': '1', 'content-type': 'application/json' };
    const response = await fetch(`${url()}/_sandbox/${path}`, { method, headers, body: body && JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
}
