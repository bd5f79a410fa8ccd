import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { builtProgram } from '../testing/run/programs.ts';
import type { SandboxOptions } from './index.ts';
import { controlOf, startReceiver, type Truth, testPrices } from './testing.ts';

const PROGRAM = builtProgram('sandbox-alone');
const PLANS = ['--plans', 'server/plans/plans.yaml'];
let directory: string;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let child: ChildProcess | undefined;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sandbox-main-'));
  receiver = await startReceiver();
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await receiver.close();
  rmSync(directory, { recursive: true, force: true });
});

async function startProgram(args = ['--options', optionsFile()]): Promise<string> {
  const started = spawn(process.execPath, [PROGRAM, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child = started;
  for await (const chunk of started.stdout) {
    const url = /listening on (\S+)/.exec(String(chunk))?.[1];
    if (url) return url;
  }
  throw new Error('The program ended without an address');
}

function optionsFile(): string {
  const options: SandboxOptions = {
    dialect: 'alpha',
    host: '127.0.0.1',
    port: 0,
    dataDir: join(directory, 'data'),
    secretKey: 'sk_test_0123456789abcdef',
    webhookSecret: 'whsec_0123456789abcdef',
    webhookUrl: receiver.url,
    signatureHeader: 'alpha-signature',
    prices: testPrices,
  };
  const path = join(directory, 'options.json');
  writeFileSync(path, JSON.stringify(options));
  return path;
}

async function createSession(url: string): Promise<string> {
  const body = 'mode=subscription&line_items[0][price]=price_pro_month&success_url=https://shop.example/';
  const headers = {
    authorization: 'Bearer sk_test_0123456789abcdef',
    'content-type': 'application/x-www-form-urlencoded',
  };
  const answer = await fetch(`${url}/v1/checkout/sessions`, { method: 'POST', headers, body });
  return ((await answer.json()) as { id: string }).id;
}

test('kill -9 right after payments loses none of them, nor their webhooks; SIGTERM stops it in order', async () => {
  const url = await startProgram();
  const control = controlOf(() => url);
  for (let count = 0; count < 5; count += 1) {
    await control('POST', `checkouts/${await createSession(url)}/pay`, { email: `buyer${count}@example.com` });
  }
  child?.kill('SIGKILL');
  await once(child as ChildProcess, 'exit');

  const next = await startProgram();
  const nextControl = controlOf(() => next);
  expect((await nextControl<Truth>('GET', 'truth')).subscriptions).toHaveLength(5);
  await nextControl('POST', 'settle', { timeoutMs: 60_000 });
  const ids = new Set(receiver.received.map(({ body }) => (JSON.parse(body) as { id: string }).id));
  expect(ids.size).toBe(25);
  child?.kill('SIGTERM');
  expect(await once(child as ChildProcess, 'exit')).toEqual([0, null]);
});

test('its flags choose the provider that it speaks as', async () => {
  const url = await startProgram([
    '--provider',
    'gamma',
    '--port',
    '0',
    '--data-dir',
    join(directory, 'alone'),
    ...PLANS,
  ]);
  expect(await controlOf(() => url)('GET', 'state')).toMatchObject({ dialect: 'gamma' });
  const headers = { authorization: 'Bearer sk_sandbox_alone_0123456789', 'content-type': 'application/json' };
  const body = JSON.stringify({ products: ['price_pro_year'], customer_email: 'ann@example.com' });
  const answer = await fetch(`${url}/v1/checkouts/`, { method: 'POST', headers, body });
  expect(await answer.json()).toMatchObject({ status: 'open', amount: 9_900, product_id: 'price_pro_year' });
});

/** The output of `npm run sandbox -- do …`. */
async function callByProgram(url: string, ...words: string[]): Promise<string> {
  const args = [PROGRAM, 'do', ...words, '--port', new URL(url).port];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return stdout;
}

test('`do` calls the control API: a dispute is opened, lost, and the state saved and loaded', async () => {
  const url = await startProgram();
  const paid = { email: 'ann@example.com' };
  await controlOf(() => url)('POST', `checkouts/${await createSession(url)}/pay`, paid);
  const truth = JSON.parse(await callByProgram(url, 'truth')) as Truth;
  const invoiceId = String(truth.invoices[0]?.id);
  const opened = JSON.parse(await callByProgram(url, 'disputes', JSON.stringify({ invoiceId }))) as { id: string };
  expect(opened).toMatchObject({ invoiceId, status: 'open' });
  expect(JSON.parse(await callByProgram(url, `disputes/${opened.id}/lose`, '{}'))).toMatchObject({ status: 'lost' });
  await expect(callByProgram(url, 'disputes', '{"invoiceId":"in_nobody"}')).rejects.toThrow('No such invoice');
  const saved = join(directory, 'state.jsonl');
  writeFileSync(saved, await callByProgram(url, 'journal'));
  child?.kill('SIGKILL');
  await once(child as ChildProcess, 'exit');

  const elsewhere = ['--port', '0', '--data-dir', join(directory, 'loaded'), '--load', saved, ...PLANS];
  const loaded = await startProgram(elsewhere);
  expect(await controlOf(() => loaded)<Truth>('GET', 'truth')).toMatchObject({
    customers: truth.customers,
    disputes: [{ invoiceId, status: 'lost' }],
  });
});
