import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyMigrations } from '../../../prisma/migrate.ts';
import { hashOfKey } from '../../auth/callers/serviceKeys.ts';
import type { ChangesPage } from '../../billing/access/feed/accessFeed.ts';
import { makePartitions } from '../../billing/ledger/partitions.ts';
import { readChanges } from '../../database/reads/changes.ts';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { runSql } from '../../testing/database/database.ts';
import { type StandbyPair, startStandbyPair } from '../../testing/database/standby.ts';
import { alphaEvent, alphaSubscription } from '../../testing/events/alphaObjects.ts';
import { until } from '../../testing/run/until.ts';

/** Cursors of the feed across a promotion (reliability, promise 30): kept if nothing was lost, else gone. */
let pair: StandbyPair;
const apps: TestApp[] = [];

beforeEach(async () => {
  pair = await startStandbyPair();
  await applyMigrations(pair.primaryUrl, () => {});
  const pool = new pg.Pool({ connectionString: pair.primaryUrl });
  await makePartitions(pool).finally(() => pool.end());
}, 120_000);
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
  await pair.remove();
}, 60_000);

async function openApp(databaseUrl: string): Promise<TestApp> {
  const app = await startTestApp({ DATABASE_URL: databaseUrl, SERVICE_KEYS: `feed:changes:${hashOfKey('feed')}` });
  apps.push(app);
  return app;
}

const ask = (app: TestApp, after = '') =>
  app.call(`/api/payments/changes${after && `?after=${after}`}`, { headers: { authorization: 'Bearer feed' } });

async function read(app: TestApp, after?: string): Promise<ChangesPage> {
  const response = await ask(app, after);
  expect(response.status).toBe(200);
  return (await response.json()) as ChangesPage;
}

async function buy(app: TestApp, userId: string): Promise<void> {
  const event = alphaEvent('subscription.updated', alphaSubscription(`sub_${userId}`, userId, { status: 'active' }), 1);
  expect((await app.deliver(event)).status).toBe(200);
}

async function oneOf(url: string, sql: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ value: string }>(`SELECT (${sql})::text AS value`);
  await client.end();
  return rows[0]?.value ?? '';
}

async function untilFollowed(): Promise<void> {
  const reached = await oneOf(pair.primaryUrl, 'pg_current_wal_flush_lsn()');
  const follows = () => oneOf(pair.standbyUrl, `pg_last_wal_replay_lsn() >= '${reached}'`);
  await until('the standby has everything', async () => (await follows()) === 'true', 30_000);
}

/** From here on the standby receives nothing. */
async function part(): Promise<void> {
  await runSql(pair.standbyUrl, `ALTER SYSTEM SET primary_conninfo = ''`, 'SELECT pg_reload_conf()');
  const receives = () => oneOf(pair.standbyUrl, 'SELECT count(*) FROM pg_stat_wal_receiver');
  await until('the standby receives nothing', async () => (await receives()) === '0', 30_000);
}

const promote = () => runSql(pair.standbyUrl, 'SELECT pg_promote()');

test('a promotion that lost nothing keeps cursors, also of a reader that knows everything', async () => {
  const before = await openApp(pair.primaryUrl);
  await buy(before, 'first');
  const early = (await read(before)).cursor;
  await buy(before, 'second');
  const late = (await read(before, early)).cursor;
  await untilFollowed();
  await promote();
  const after = await openApp(pair.standbyUrl);
  await buy(after, 'third');
  expect((await read(after, early)).changes.map(({ userId }) => userId)).toEqual(['second', 'third']);
  const page = await read(after, late);
  expect(page.changes.map(({ userId }) => userId)).toEqual(['third']);
  expect(await read(after, page.cursor)).toEqual({ changes: [], cursor: page.cursor });
});

test('after a promotion that lost commits the cursors from before the loss stay, and those that saw what is lost are gone', async () => {
  const before = await openApp(pair.primaryUrl);
  await buy(before, 'first');
  const kept = (await read(before)).cursor;
  await untilFollowed();
  await part();
  await buy(before, 'lost');
  const gone = (await read(before, kept)).cursor;
  await promote();
  const after = await openApp(pair.standbyUrl);
  // The number that the lost change had is given again.
  await buy(after, 'instead');
  await buy(after, 'more');
  expect((await ask(after, gone)).status).toBe(410);
  expect((await read(after, kept)).changes.map(({ userId }) => userId)).toEqual(['instead', 'more']);
});

test('a standby does not answer for its primary', async () => {
  const before = await openApp(pair.primaryUrl);
  await buy(before, 'first');
  const { cursor } = await read(before);
  await untilFollowed();
  const pool = new pg.Pool({ connectionString: pair.standbyUrl });
  await expect(readChanges(pool, 0, 10)).rejects.toThrow(/recovery|read-only/);
  await pool.end();
  expect((await ask(before, cursor)).status).toBe(200);
});
