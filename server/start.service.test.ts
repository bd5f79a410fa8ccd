import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from './database/embedded/freePort.ts';
import { createLog } from './log.ts';
import { openService, type Service } from './service.ts';
import { readSettings } from './settings/settings.ts';
import { post } from './testing/calls/requests.ts';
import { createTestDatabase, runSql, type TestDatabase } from './testing/database/database.ts';
import { startTcpProxy, type TcpProxy } from './testing/database/tcpProxy.ts';
import { mayComplain } from './testing/run/complaints.ts';
import { until } from './testing/run/until.ts';

mayComplain(/The database is away/);

let database: TestDatabase;
let proxy: TcpProxy;
let dataDir: string;
let url: string;
let service: Promise<Service> | undefined;

beforeEach(async () => {
  database = await createTestDatabase();
  proxy = await startTcpProxy(database.url);
  dataDir = mkdtempSync(join(tmpdir(), 'start-'));
  service = undefined;
});
afterEach(async () => {
  await proxy.set('open');
  await (await service?.catch(() => undefined))?.close();
  rmSync(dataDir, { recursive: true, force: true });
  await proxy.close();
  await database.drop();
});

/** In a list, because an async function can't return a promise as it is. */
async function start(
  settings: Record<string, string> = {},
  { signal } = new AbortController(),
): Promise<[opening: Promise<Service>]> {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const base = { DATABASE_URL: proxy.url, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: `${port}`, SANDBOX_PORT: '0' };
  const read = readSettings({ ...base, LOG_LEVEL: 'silent', ...settings });
  const opening = openService(read, { log: createLog(read), signal });
  opening.catch(() => undefined);
  service = opening;
  return [opening];
}

const statusOf = (path: string, init?: RequestInit) =>
  fetch(url + path, init).then(
    ({ status }) => status,
    () => null,
  );
const isLive = async () => (await statusOf('/api/health/live')) === 200;
/** On a busy machine a probe may not be answered in its time. */
const untilReady = () => until('it is ready', async () => (await statusOf('/api/health/ready')) === 200);

/** Live, not ready, and sure to be sent again what it can't take. */
async function expectStarting(): Promise<void> {
  await until('the port is open', isLive);
  const ready = await fetch(`${url}/api/health/ready`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ process: 'starting', migrations: null, selling: 'on' });
  expect(ready.headers.get('x-content-type-options')).toBe('nosniff');
  expect(ready.headers.get('retry-after')).toBe('1');
  expect(await Promise.all([statusOf('/api/webhooks/payments', post({})), statusOf('/')])).toEqual([503, 503]);
}

test('while migrations run the process is live and not ready; it is ready after them', async () => {
  const other = new pg.Client(database.url);
  await other.connect();
  await other.query(`DROP SCHEMA public CASCADE; CREATE SCHEMA public`);
  await other.query(`SELECT pg_advisory_lock(hashtext('subscription-payments migrations'))`);
  const [opening] = await start();
  await expectStarting();
  await other.end();
  await opening;
  await untilReady();
});

test.each(['refused', 'cut'] as const)(
  'a database whose connections are %s at the start is waited for',
  async (mode) => {
    await proxy.set(mode);
    const [opening] = await start();
    await expectStarting();
    await proxy.set('open');
    await opening;
    await untilReady();
  },
);

test('so is a standby, which takes no write', async () => {
  const server = new URL(database.url);
  server.pathname = '/postgres';
  const alter = (setting: string) => runSql(server.href, `ALTER DATABASE ${database.name} ${setting}`);
  await alter('SET default_transaction_read_only = on');
  const [opening] = await start();
  await expectStarting();
  await alter('RESET default_transaction_read_only');
  await opening;
  await untilReady();
});

test('one that stays away for longer than DATABASE_WAIT_SECONDS ends the start with a sentence', async () => {
  await proxy.set('refused');
  const [opening] = await start({ DATABASE_WAIT_SECONDS: '1' });
  await expect(opening).rejects.toThrow(
    /^The database was away for 1 s \(DATABASE_WAIT_SECONDS\), so the start was given up: connect ECONNREFUSED/,
  );
  expect(await statusOf('/api/health/live')).toBeNull();
});

test('a stop ends the wait for a database that is away', async () => {
  await proxy.set('refused');
  const stop = new AbortController();
  const [opening] = await start({}, stop);
  await expectStarting();
  stop.abort(new Error('asked to stop'));
  await expect(opening).rejects.toThrow(/abort|asked to stop/);
  expect(await statusOf('/api/health/live')).toBeNull();
});

test('what waiting cannot mend ends the start at once', async () => {
  const absent = new URL(proxy.url);
  absent.pathname = '/absent';
  const [opening] = await start({ DATABASE_URL: absent.href });
  await expect(opening).rejects.toThrow('database "absent" does not exist');
});

test('the port of the metrics listens on METRICS_HOST only', async () => {
  const port = await freePort();
  const [opening] = await start({ METRICS_PORT: `${port}`, METRICS_HOST: '127.0.0.2' });
  await opening;
  expect((await fetch(`http://127.0.0.2:${port}/metrics`)).status).toBe(200);
  await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
});
