import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, runSql, type TestDatabase } from '../testing/database/database.ts';
import { startTcpProxy, type TcpProxy } from '../testing/database/tcpProxy.ts';
import { type Database, openDatabase } from './client.ts';

/** Far below what the pools themselves wait: four seconds for a request, two minutes for a job. */
const SOON_MS = 10_000;

let own: TestDatabase;
let proxy: TcpProxy;
let database: Database;

beforeAll(async () => {
  own = await createTestDatabase();
  proxy = await startTcpProxy(own.url);
});
beforeEach(() => {
  database = openDatabase({ url: proxy.url, max: 4, onError: () => {} });
});
afterEach(() => database.close());
afterAll(async () => {
  await proxy.close();
  await own.drop();
});

test('a host that vanishes without a word costs a job a few seconds, and the next one uses another connection', async () => {
  const statements = [1, 2, 3].map(() => database.jobPool.query('SELECT pg_sleep(60)'));
  await vi.waitFor(() => expect(database.jobPool.totalCount - database.jobPool.waitingCount).toBe(3));
  await vi.waitFor(async () => expect(await sleeping()).toBe(3), { timeout: 20_000 });
  const lost = Promise.all(statements.map((statement) => expect(statement).rejects.toThrow('Connection terminated')));
  const begun = performance.now();
  await vanish();
  await lost;
  expect(performance.now() - begun).toBeLessThan(SOON_MS);
  expect((await database.jobPool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await proxy.set('open');
});

test('connections that idle on a host that vanished are replaced before anybody uses them', async () => {
  const pidOf = async () => (await database.pool.query('SELECT pg_backend_pid() AS pid')).rows[0].pid;
  const before = await pidOf();
  await vanish();
  await vi.waitFor(() => expect(database.pool.totalCount).toBe(0), { timeout: SOON_MS });
  expect(await pidOf()).not.toBe(before);
  await proxy.set('open');
});

test('no connection stays read-only, though only reads use it', async () => {
  const { pathname } = new URL(own.url);
  const alterSql = (setting: string) => `ALTER DATABASE ${pathname.slice(1)} ${setting}`;
  const isReadOnly = async () =>
    (await database.pool.query("SELECT current_setting('transaction_read_only') AS value")).rows[0].value;
  await runSql(own.url, alterSql('SET default_transaction_read_only = on'));
  expect(await isReadOnly()).toBe('on');
  await runSql(own.url, `BEGIN READ WRITE; ${alterSql('RESET ALL')}; COMMIT`);
  await vi.waitFor(async () => expect(await isReadOnly()).toBe('off'), { timeout: SOON_MS, interval: 100 });
});

test('a long statement of a server that is well is left alone', async () => {
  expect((await database.jobPool.query('SELECT pg_sleep(7), 1 AS one')).rows).toMatchObject([{ one: 1 }]);
});

/** The new server knows nobody of before. */
async function vanish(): Promise<void> {
  await proxy.set('vanished');
  await runSql(
    own.url,
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
}

async function sleeping(): Promise<number> {
  const { rows } = await database.pool.query(
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'SELECT pg_sleep%'",
  );
  return rows[0].count;
}
