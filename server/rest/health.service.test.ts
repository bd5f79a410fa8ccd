import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { listMigrations } from '../../prisma/migrationFiles.ts';
import { version } from '../settings/version.ts';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import { answerOf } from '../testing/calls/requests.ts';
import { runSql } from '../testing/database/database.ts';
import { recordStatements } from '../testing/database/statements.ts';
import { mayComplain, OUTAGE } from '../testing/run/complaints.ts';

mayComplain(OUTAGE, /request completed/);

const READINESS_MS = 100;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({}, undefined, { readiness: READINESS_MS });
});
afterAll(() => app.close());

const healths = ['/api/health', '/api/health/ready'];
const ask = async (path: string, at = app) => answerOf(await at.call(path));
/** Answers are reused for a short time. */
const soon = (assertion: () => Promise<void>) => vi.waitFor(assertion, { timeout: 60_000, interval: 20 });

test.each(healths)('%s reports the database, its migrations and what waits', async (path) => {
  const refetches = { waiting: 0, oldestSeconds: 0 };
  expect(await ask(path)).toEqual({
    status: 200,
    body: { process: 'up', database: 'up', migrations: 'applied', refetches, selling: 'on', version },
  });
});

test.each(healths)('%s is 503 while a migration is missing', async (path) => {
  const { pool } = app.deps.billing.database;
  const { rows } = await pool.query('SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1 DESC LIMIT 1');
  const rename = (from: string, to: string) =>
    pool.query('UPDATE _prisma_migrations SET migration_name = $2 WHERE migration_name = $1', [from, to]);
  await rename(rows[0].name, 'of another build');
  await soon(async () =>
    expect(await ask(path)).toMatchObject({ status: 503, body: { database: 'up', migrations: 'missing' } }),
  );
  await rename('of another build', rows[0].name);
  await soon(async () => expect(await ask(path)).toMatchObject({ status: 200 }));
});

test('a migration of a newer version keeps it ready only if that migration declares itself compatible', async () => {
  const { pool } = app.deps.billing.database;
  const names = await listMigrations();
  const insert = (name: string, logs: string | null) =>
    pool.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, logs) VALUES ($1, '', $2, now(), $3)`,
      [name.slice(0, 36), name, logs],
    );
  await insert('29990101000000_that_fits', `fits: ${names.at(-1)}`);
  await sleep(READINESS_MS + 20);
  expect(await ask('/api/health/ready')).toMatchObject({ status: 200, body: { migrations: 'applied' } });
  await insert('29990101000001_that_does_not', null);
  await soon(async () =>
    expect(await ask('/api/health/ready')).toMatchObject({ status: 503, body: { migrations: 'newer' } }),
  );
  await pool.query(`DELETE FROM _prisma_migrations WHERE migration_name > '2999'`);
  await soon(async () => expect(await ask('/api/health/ready')).toMatchObject({ status: 200 }));
});

test('while the database is unavailable the process is live and not ready', async () => {
  const lost = await startTestApp({}, app);
  await lost.deps.billing.database.close();
  const down = { process: 'up', database: 'down', migrations: null, refetches: null, selling: 'on', version };
  for (const path of healths) expect(await ask(path, lost)).toEqual({ status: 503, body: down });
  expect(await ask('/api/health/live', lost)).toEqual({ status: 200, body: { process: 'up' } });
  await lost.close();
});

describe('a read-only or full database is not ready', () => {
  /** A database-wide setting, as a disk guard or a failover changes it: sessions reconnect. */
  async function alter(setting: string): Promise<void> {
    const url = new URL(app.deps.settings.databaseUrl);
    const name = url.pathname.slice(1);
    url.pathname = '/postgres';
    await runSql(url.href, `ALTER DATABASE ${name} ${setting}`);
    await runSql(url.href, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
  }

  test.each([
    { why: 'it is read-only', setting: 'default_transaction_read_only = on', database: 'read-only' },
    { why: 'its disk has no room', setting: "temp_file_limit = '64kB'", database: 'full' },
  ])('$why', async ({ setting, database }) => {
    expect(await ask('/api/health/ready')).toMatchObject({ status: 200 });
    await alter(`SET ${setting}`);
    await soon(async () =>
      expect(await ask('/api/health/ready')).toMatchObject({ status: 503, body: { process: 'up', database } }),
    );
    await alter(`RESET ${setting.split(' ')[0]}`);
    await soon(async () => expect(await ask('/api/health/ready')).toMatchObject({ status: 200 }));
  });
});

test('a flood of probes causes one database check a second', async () => {
  const fresh = await startTestApp({}, app);
  await fresh.deps.worker.stop();
  const statements = recordStatements(fresh.deps.billing.database.webhookPool);
  const begun = Date.now();
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, index) => fresh.call(healths[index % 2] as string)),
  );
  const seconds = 1 + Math.floor((Date.now() - begun) / 1000);
  expect(answers.map(({ status }) => status)).toEqual(Array(300).fill(200));
  expect(statements.length).toBeLessThanOrEqual(6 * seconds);
  expect(statements.map(({ text }) => text).join()).not.toContain('unmatched');
  await fresh.close();
});

test('a stopping process reports it before it exits', async () => {
  const leaving = await startTestApp({}, app);
  expect(await ask('/api/health/ready', leaving)).toMatchObject({ status: 200 });
  leaving.deps.readiness.leave();
  expect(await ask('/api/health/ready', leaving)).toMatchObject({ status: 503, body: { process: 'stopping' } });
  expect(await ask('/api/health/live', leaving)).toMatchObject({ status: 200 });
  await leaving.close();
});
