import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database/database.ts';
import { startTcpProxy, type TcpProxy } from '../testing/database/tcpProxy.ts';
import { openPool } from './pool.ts';

const STATEMENT_MS = 100;
/** What the client waits beyond the server's own limit. */
const SILENCE_MS = 500;

let database: TestDatabase;
let proxy: TcpProxy;
beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startTcpProxy(database.url);
});
afterAll(async () => {
  await proxy.close();
  await database.drop();
});

test('without an answer a query rejects, and the next one uses another connection', async () => {
  const limits = { statementMs: STATEMENT_MS, lockMs: STATEMENT_MS };
  const pool = openPool({ url: proxy.url, max: 1, name: 'silence', limits, onError: () => {} });
  const pidOf = async () => (await pool.query('SELECT pg_backend_pid() AS pid')).rows[0].pid;
  const first = await pidOf();
  await proxy.set('silent');
  const started = performance.now();
  await expect(pool.query('SELECT 1')).rejects.toThrow('Query read timeout');
  expect(performance.now() - started).toBeGreaterThan(STATEMENT_MS + SILENCE_MS - 20);
  await proxy.set('open');
  expect(await pidOf()).not.toBe(first);
  await pool.end();
});
