import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { validateEvent } from '@polar-sh/sdk/webhooks';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../database/embedded/freePort.ts';
import { controlOf, startReceiver } from '../sandbox/testing.ts';
import { packageRoot } from '../settings/packageRoot.ts';
import { until } from '../testing/run/until.ts';
import { buildPackages } from './build.ts';

/** The sandbox's package as it is built, beside the packages that it depends on, and each company's own check. */

let folder: string;
let program: string;
beforeAll(async () => {
  const cache = join(packageRoot(), 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'sandbox-package-'));
  await buildPackages(folder);
  program = join(folder, 'sandbox/cli.js');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Started {
  child: ChildProcess;
  urls: string[];
}

async function start(args: string[], { count = 1, shell = false } = {}): Promise<Started> {
  const dataDir = mkdtempSync(join(folder, 'data-'));
  const given = ['--data-dir', join(dataDir, 'data'), ...args];
  const line = [process.execPath, program, ...given].join(' ');
  const child = shell ? spawn('sh', ['-c', `${line}; true`]) : spawn(process.execPath, [program, ...given]);
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const found = () => [...output.matchAll(/listening on (\S+)/g)].map(([, url = '']) => url);
  await until('it listens', () => found().length === count, 30_000);
  return { child, urls: found() };
}

const KEY = 'sk_test_of_an_adopter';
const SECRET = 'whsec_of_an_adopter';

/** How each company's customers check a webhook. */
const checks: Record<string, (body: string, headers: Record<string, string>) => unknown> = {
  stripe: (body, headers) => Stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', SECRET),
  creem: (body, headers) =>
    expect(headers['creem-signature']).toBe(createHmac('sha256', SECRET).update(body).digest('hex')),
  polar: (body, headers) => validateEvent(body, headers, SECRET),
};

const calls: Record<string, { path: string; type: string; body: string }> = {
  stripe: { path: '/v1/customers', type: 'application/x-www-form-urlencoded', body: 'email=ada@example.com' },
  creem: {
    path: '/v1/checkouts',
    type: 'application/json',
    body: '{"product_id":"price_plus_month","customer":{"email":"ada@example.com"}}',
  },
  polar: { path: '/v1/customers/', type: 'application/json', body: '{"email":"ada@example.com"}' },
};

test.each(Object.keys(checks))("%s: a first webhook passes the company's own check", async (provider) => {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const { urls } = await start([
    ...['--provider', provider, '--port', '0', '--webhook-url', receiver.url],
    ...['--secret-key', KEY, '--webhook-secret', SECRET],
  ]);
  const { path = '', type = '', body } = calls[provider] ?? {};
  const headers = { 'content-type': type, authorization: `Bearer ${KEY}`, 'x-api-key': KEY };
  const made = await fetch(`${urls[0]}${path}`, { method: 'POST', headers, body });
  const answer = (await made.json()) as { id: string };
  expect([made.status, answer.id]).toEqual([expect.toSatisfy((status: number) => status < 300), expect.any(String)]);
  if (provider === 'creem') await controlOf(() => urls[0] ?? '')('POST', `checkouts/${answer.id}/pay`, {});
  await until('a webhook came', () => receiver.received.length > 0);
  for (const sent of receiver.received) checks[provider]?.(sent.body, sent.headers as Record<string, string>);
});

test('accounts in one process share nothing; a seed repeats ids, and a date begins the clock', async () => {
  const port = await freePort();
  const args = ['--seed', 'seven', '--now', '2030-01-31T10:00Z', '--account', 'acct_a', '--accounts', '2'];
  const create = async (url = '', key = '') => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' };
    const made = await fetch(`${url}/v1/customers`, { method: 'POST', headers, body: 'email=ada@example.com' });
    return (await made.json()) as { id: string; created: number };
  };
  const ids: string[] = [];
  for (const _ of ['first', 'again']) {
    const { urls, child } = await start([...args, '--port', `${port}`, '--secret-key', KEY], { count: 2 });
    expect(new URL(urls[1] ?? '').port).toBe(`${port + 1}`);
    const { id, created } = await create(urls[0], KEY);
    expect(new Date(created * 1_000).toISOString()).toMatch(/^2030-01-31T10:/);
    ids.push(id);
    const second = controlOf(() => urls[1] ?? '');
    expect(await second('GET', 'state')).toMatchObject({ counts: { customers: 0 } });
    expect(await create(urls[1], KEY)).toMatchObject({ error: { message: 'Invalid API Key provided.' } });
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  }
  expect(ids[1]).toBe(ids[0]);
}, 60_000);

test('stopping what started it stops it', async () => {
  const { child, urls } = await start(['--port', '0'], { shell: true });
  child.kill('SIGKILL');
  const isThere = () =>
    fetch(`${urls[0]}/`).then(
      () => true,
      () => false,
    );
  await until('it is gone', async () => !(await isThere()), 20_000);
}, 60_000);

test('the preload leads clients that take no address to it, by fetch and by https', async () => {
  const { urls } = await start(['--port', '0', '--secret-key', KEY]);
  const app = join(folder, 'app.mjs');
  writeFileSync(
    app,
    `import Stripe from 'stripe';
const byHttps = new Stripe('${KEY}');
const byFetch = new Stripe('${KEY}', { httpClient: Stripe.createFetchHttpClient() });
for (const client of [byHttps, byFetch]) console.log((await client.customers.create({ email: 'ada@example.com' })).object);`,
  );
  const args = ['--import', join(folder, 'sandbox/redirect.js'), app];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { SANDBOX_URL: urls[0] ?? '' } });
  expect(stdout).toBe('customer\ncustomer\n');
}, 60_000);
