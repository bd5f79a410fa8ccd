import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { answerOf } from '../testing/requests.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const healths = ['/api/health', '/api/health/ready'];
const ask = async (path: string) => answerOf(await app.call(path));

test.each(healths)('%s tells of the database, its migrations and what waits', async (path) => {
  const settlements = { waiting: 0, oldestSeconds: 0 };
  expect(await ask(path)).toEqual({
    status: 200,
    body: { process: 'up', database: 'up', migrations: 'applied', settlements },
  });
});

test.each(healths)('%s is 503 while a migration is missing', async (path) => {
  const { pool } = app.deps.billing.database;
  const { rows } = await pool.query('SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1 DESC LIMIT 1');
  const rename = (from: string, to: string) =>
    pool.query('UPDATE _prisma_migrations SET migration_name = $2 WHERE migration_name = $1', [from, to]);
  await rename(rows[0].name, 'of another build');
  expect(await ask(path)).toMatchObject({ status: 503, body: { database: 'up', migrations: 'missing' } });
  await rename('of another build', rows[0].name);
  expect(await ask(path)).toMatchObject({ status: 200 });
});

test('while the database is away the process lives and is not ready', async () => {
  const lost = await startTestApp({}, app);
  await lost.deps.billing.database.close();
  const down = { process: 'up', database: 'down', migrations: null, settlements: null };
  for (const path of healths) expect(await answerOf(await lost.call(path))).toEqual({ status: 503, body: down });
  expect(await answerOf(await lost.call('/api/health/live'))).toEqual({ status: 200, body: { process: 'up' } });
  await lost.close();
});
