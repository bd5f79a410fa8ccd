import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database/database.ts';
import { startTcpProxy, type TcpProxy } from '../testing/database/tcpProxy.ts';
import { type Database, openDatabase } from './client.ts';
import { requireOwnConnections } from './poolMode.ts';

let own: TestDatabase;
let proxy: TcpProxy;
let database: Database;

beforeAll(async () => {
  own = await createTestDatabase();
  proxy = await startTcpProxy(own.url);
  database = openDatabase({ url: proxy.url, max: 4, onError: () => {} });
});
afterAll(async () => {
  await database.close();
  await proxy.close();
  await own.drop();
});

test.each([
  ['pool', { statement: '4s', lock: '3s', zone: 'UTC', jit: 'off', scans: 'on', plans: 'auto' }],
  ['webhookPool', { statement: '4s', lock: '3s', zone: 'UTC', jit: 'off', scans: 'off', plans: 'force_generic_plan' }],
  ['jobPool', { statement: '2min', lock: '1s', zone: 'UTC', jit: 'off', scans: 'on', plans: 'auto' }],
] as const)('every connection of the %s gets its limits, by a statement, once', async (name, limits) => {
  const pool = database[name];
  const sql = `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
    current_setting('TimeZone') AS zone, current_setting('jit') AS jit, current_setting('enable_seqscan') AS scans,
    current_setting('plan_cache_mode') AS plans`;
  const clients = await Promise.all([pool.connect(), pool.connect()]);
  for (const client of clients) expect((await client.query(sql)).rows).toEqual([limits]);
  for (const client of clients) client.release();
  expect(pool.totalCount).toBe(2);
});

test('the start-up message contains nothing that a pooler refuses', async () => {
  await database.prisma.user.count();
  expect(proxy.attempts('subscription-payments')).toBeGreaterThan(5);
  for (const parameter of ['options\0', 'statement_timeout', 'lock_timeout', 'TimeZone'])
    expect(proxy.attempts(parameter)).toBe(0);
});

test.each([0, 3, 6, 12, 25])('a database that is silent for %i ms after connecting is given up', async (ms) => {
  const fresh = openDatabase({ url: proxy.url, max: 4, onError: () => {} });
  const begun = performance.now();
  const query = fresh.pool.query('SELECT 1').catch(() => {});
  await sleep(ms);
  await proxy.set('silent');
  await query;
  expect(performance.now() - begun).toBeLessThan(30_000);
  await proxy.set('open');
  await fresh.close();
});

test.each(['pool', 'webhookPool', 'jobPool'] as const)(
  'a connection of the %s that is lost while it is held fails the next statement, and not the process',
  async (name) => {
    const client = await database[name].connect();
    const lost = new Promise((resolve) => client.once('end', () => resolve(null)));
    await proxy.set('cut');
    await lost;
    await expect(client.query('SELECT 1')).rejects.toThrow('not queryable');
    client.release(true);
    await proxy.set('open');
    expect((await database[name].query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  },
);

test('our own pool connects to PostgreSQL', async () => {
  await requireOwnConnections(own.url);
});
