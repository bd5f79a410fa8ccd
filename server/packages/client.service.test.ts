import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashOfKey } from '../auth/callers/serviceKeys.ts';
import { packageRoot } from '../settings/packageRoot.ts';
import { type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { startTcpProxy, type TcpProxy } from '../testing/database/tcpProxy.ts';
import { type Installed, installPackage } from '../testing/run/installPackage.ts';
import { until } from '../testing/run/until.ts';
import type * as Package from './client/index.ts';

/** The package as an adopter gets it: built, packed, installed into an empty folder, and used over real HTTP. */

const KEY = 'key-of-an-adopter';
const SERVICE_KEYS = `app:read+write+changes:${hashOfKey(KEY)}`;
let installed: Installed;
let app: SandboxedApp;
/** Between the package and the service: lets it be away. */
let line: TcpProxy;
let url: string;
let lib: typeof Package;
beforeAll(async () => {
  [installed, app] = await Promise.all([
    installPackage('client', ['jose']),
    startSandboxedApp('alpha', { environment: { SERVICE_KEYS } }),
  ]);
  line = await startTcpProxy(app.url);
  url = line.url.replace(/\/$/, '');
  const main = join(installed.folder, 'node_modules/subscription-payments-client/index.js');
  lib = (await import(pathToFileURL(main).href)) as typeof Package;
});
afterAll(async () => {
  await line?.close();
  await app?.close();
  installed?.remove();
});

const billing = (more: Partial<Package.ClientOptions> = {}) => lib.createClient({ url, key: KEY, ...more });

async function whileAway<T>(act: () => Promise<T>): Promise<T> {
  await line.set('refused');
  return act().finally(() => line.set('open'));
}

test('the archive holds the code, the types, a README and a licence, and nothing else', () => {
  const others = installed.files.filter((path) => !/\.d\.ts$/.test(path));
  expect(others.sort()).toEqual(['LICENSE', 'README.md', 'index.js', 'package.json']);
});

const PROGRAM = `import { createClient, createReader, verifyAccess, BillingError, type Access, type FeedPage } from 'subscription-payments-client';
const billing = createClient({ url: 'http://localhost:3000', key: 'k', whileAway: (last) => last ?? { ...({} as Access), plan: 'free' } });
export async function run(): Promise<FeedPage[]> {
  const ada = billing.as({ userId: 'user_42', email: 'ada@example.com' });
  const { url }: { url: string } = await ada.checkout({ plan: 'pro', interval: 'year' });
  const limit: true | number | undefined = (await ada.access()).access.features.exports;
  const reader = createReader(billing);
  await reader.run({ follow: false }).catch((error: unknown) => error instanceof BillingError && error.conflict?.reason);
  const access: Access = await verifyAccess(url + limit, { issuer: 'https://billing.example.com' });
  // @ts-expect-error no such kind of change
  await ada.change({ kind: 'explode', subscriptionId: access.userId });
  const pages: FeedPage[] = [];
  for await (const page of billing.feed({ follow: false })) pages.push(page);
  return pages;
}
`;

/** What the pages' examples import besides, and what they leave out. */
const AMBIENT = `declare module '@clerk/nextjs/server' { export function auth(): Promise<{ getToken(): Promise<string | null> }>; }
declare module 'next/navigation' { export function redirect(url: string): never; }
declare const process: { env: Record<string, string | undefined> };
interface Transaction { clear(): Promise<void>; upsert(changes: object[]): Promise<void>; saveCursor(cursor: string): Promise<void> }
declare const database: import('subscription-payments-client').AccessStore & {
  transaction(act: (tx: Transaction) => Promise<void>): Promise<void>;
};
`;
const PAGES = ['docs/callers.md', 'docs/beside-your-app.md', 'packages/client/README.md'];

function examplesIn(page: string): string[] {
  const text = readFileSync(join(packageRoot(), 'server', page), 'utf8');
  return [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = '']) => `${code}export {};\n`);
}

test.each(['nodenext', 'bundler'])(
  "strict programs, our pages' too, type-check under %s without skipLibCheck",
  async (resolution) => {
    const module = resolution === 'bundler' ? 'esnext' : resolution;
    const options = { strict: true, noEmit: true, skipLibCheck: false, exactOptionalPropertyTypes: true, types: [] };
    const compilerOptions = {
      ...options,
      target: 'es2022',
      lib: ['es2022', 'dom'],
      module,
      moduleResolution: resolution,
    };
    const programs = [PROGRAM, ...PAGES.flatMap(examplesIn)];
    expect(programs.length).toBeGreaterThan(6);
    const write = (name: string, text: string) => writeFileSync(join(installed.folder, name), text);
    for (const [index, program] of programs.entries()) write(`program${index}.ts`, program);
    write('ambient.d.ts', AMBIENT);
    write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    const tsc = join(packageRoot(), 'node_modules/typescript-native/bin/tsc');
    const checked = promisify(execFile)(process.execPath, [tsc, '-p', installed.folder]);
    const { stdout } = await checked.catch((failed: { stdout: string }) => failed);
    expect(stdout).toBe('');
  },
);

test('sells, shows and changes for a user whom the key names', async () => {
  const ada = await app.signUp();
  const calls = billing().as({ userId: ada.id, email: ada.email });
  expect(await calls.subscription()).toBeNull();
  const { sessionId, url: page } = await calls.checkout({ plan: 'starter', interval: 'month' });
  expect(page).toContain(app.sandboxUrl);
  await app.pay(sessionId);
  expect(await calls.subscription()).toMatchObject({ plan: 'starter', userId: ada.id });
  const preview = await calls.preview({ plan: 'pro' });
  expect(preview).toMatchObject({ currency: 'usd' });
  expect(await calls.change({ plan: 'pro' })).toMatchObject({ plan: 'pro' });
  expect(await calls.subscriptions()).toMatchObject([{ plan: 'pro', seats: 1 }]);
  expect(await calls.history()).toMatchObject({ cursor: null });
  expect((await calls.portal()).url).toContain(app.sandboxUrl);
  expect((await billing().plans()).plans.map(({ name }) => name)).toContain('pro');
  const { token } = await calls.embedToken();
  expect((await billing().as({ token }).access()).access).toMatchObject({ userId: ada.id, plan: 'pro' });
});

test('a refusal says what the service says', async () => {
  const { id, email } = await app.signUp();
  const calls = billing().as({ userId: id, email });
  await expect(calls.portal()).rejects.toMatchObject({ message: 'No customer found', status: 404, isAway: false });
  const payer = await app.signUpPaying({ plan: 'pro' });
  const refused = billing().as({ userId: payer.id }).change({ plan: 'pro' });
  await expect(refused).rejects.toMatchObject({ status: 409, conflict: { reason: 'same_plan' } });
  await expect(billing({ key: 'wrong' }).as({ userId: id }).access()).rejects.toMatchObject({ status: 401 });
});

test('access: an unchanged answer is a 304, a held one counts while billing is away, then the chosen one', async () => {
  const { id } = await app.signUpPaying({ plan: 'pro' });
  const statuses: number[] = [];
  const counting: Package.ClientOptions['fetch'] = async (address, init) => {
    const response = await fetch(address, init);
    statuses.push(response.status);
    return response;
  };
  const client = billing({ fetch: counting });
  const first = await client.as({ userId: id }).access();
  expect(first).toMatchObject({ source: 'billing', access: { plan: 'pro' } });
  expect(await client.as({ userId: id }).access()).toEqual(first);
  expect(statuses).toEqual([200, 304]);
  expect(await whileAway(() => client.as({ userId: id }).access())).toEqual({ ...first, source: 'held' });

  const another = await app.signUp();
  await expect(whileAway(() => client.as({ userId: another.id }).access())).rejects.toMatchObject({ isAway: true });
  const chosen = billing({ whileAway: (last) => last ?? { ...first.access, plan: 'free', features: {} } });
  const answer = await whileAway(() => chosen.as({ userId: another.id }).access());
  expect(answer).toMatchObject({ source: 'chosen', access: { plan: 'free' } });
  expect(answer.token).toBeUndefined();
});

test('a token is verified offline, with the issuer and the address of the keys apart', async () => {
  const { id } = await app.signUpPaying({ plan: 'pro' });
  const { access, token = '' } = await billing().as({ userId: id }).access();
  const inside = { issuer: app.url, keysUrl: `${url}/.well-known/jwks.json` };
  expect(await lib.verifyAccess(token, { issuer: app.url })).toEqual(access);
  expect(await lib.verifyAccess(token, inside)).toEqual(access);
  expect(await whileAway(() => lib.verifyAccess(token, inside))).toEqual(access);
  await expect(lib.verifyAccess(token, { issuer: url })).rejects.toThrow();
  await expect(lib.verifyAccess(`${token.slice(0, -8)}AAAAAAAA`, inside)).rejects.toThrow();
  await expect(lib.verifyAccess(token, { ...inside, now: new Date(Date.now() + 3_700_000) })).rejects.toThrow();
  const embed = await billing().as({ userId: id }).embedToken();
  await expect(lib.verifyAccess(embed.token, inside)).rejects.toThrow();
});

test('the feed goes on after an absence of billing and after a restart of its reader', async () => {
  const store = memory();
  const stopped = new AbortController();
  const away: number[] = [];
  const running = lib.createReader(billing(), { store }).run({ signal: stopped.signal, onAway: () => away.push(1) });
  const first = await app.signUpPaying({ plan: 'starter' });
  await until('the first row came', () => store.get(first.id)?.plan === 'starter');
  await whileAway(() => until('a try has failed', () => away.length > 1, 20_000));
  await app.as(first.cookie, '/api/payments/change', { plan: 'pro' });
  await until('the change came', () => store.get(first.id)?.plan === 'pro', 60_000);
  stopped.abort();
  await running;

  const second = await app.signUpPaying({ plan: 'pro' });
  const pages: Package.FeedPage[] = [];
  await until('the feed names the second', async () => {
    for await (const page of billing().feed({ cursor: store.cursor(), follow: false })) pages.push(page);
    return pages.some(({ changes }) => changes.some(({ userId }) => userId === second.id));
  });
  expect(pages.flatMap(({ changes }) => changes.map(({ userId }) => userId))).not.toContain(first.id);
  const reader = lib.createReader(billing(), { store });
  await reader.run({ follow: false });
  expect(await reader.accessOf(second.id)).toMatchObject({ plan: 'pro' });
});

test('a cursor of another database begins the feed anew and says so', async () => {
  const { id } = await app.signUpPaying({ plan: 'pro' });
  const pages: Package.FeedPage[] = [];
  const named = () => pages.flatMap(({ changes }) => changes.map(({ userId }) => userId));
  await until('the feed names the payer', async () => {
    pages.length = 0;
    for await (const page of billing().feed({ cursor: 'b3RoZXI.7', follow: false, limit: 1 })) pages.push(page);
    return named().includes(id);
  });
  expect(pages.map(({ restart }) => restart)).toEqual(pages.map((_, index) => index === 0));
  await expect(billing({ key: 'wrong' }).feed().next()).rejects.toMatchObject({ status: 401 });
});

test("the reader's rule: a row counts until its endsAt, then billing is asked", async () => {
  const { id } = await app.signUpPaying({ plan: 'pro' });
  const store = memory();
  let now = new Date();
  const reader = lib.createReader(billing(), { store, now: () => now });
  const asked = await reader.accessOf(id);
  expect(asked).toMatchObject({ plan: 'pro', endsAt: expect.any(String) });
  expect(await whileAway(() => reader.accessOf(id))).toEqual(asked);
  now = new Date(asked.endsAt ?? '');
  expect(await reader.accessOf(id)).toMatchObject({ plan: 'pro' });
  store.put([{ ...asked, plan: 'enterprise', asOf: '2020-01-01T00:00:00.000Z' }]);
  expect((await reader.accessOf(id)).plan).toBe('pro');
});

function memory() {
  const rows = new Map<string, Package.Access>();
  let cursor: string | null = null;
  return {
    cursor: () => cursor,
    get: (userId: string) => rows.get(userId),
    put(changed: Package.Access[], page?: { cursor: string; restart: boolean }) {
      if (page?.restart) rows.clear();
      for (const row of changed) if ((rows.get(row.userId)?.asOf ?? '') <= row.asOf) rows.set(row.userId, row);
      if (page) cursor = page.cursor;
    },
  };
}
