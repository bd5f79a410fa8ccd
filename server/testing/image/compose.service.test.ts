import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { openDatabase } from '../../database/client.ts';
import { createTestDatabase, runSql } from '../database/database.ts';
import { readCompose } from './compose.ts';

afterEach(() => vi.unstubAllEnvs());

test('connects with a password that contains / and #, by the URL and the variable of compose.yaml', async () => {
  const database = await createTestDatabase();
  const password = "p/a#s@s:w?o%r d&'";
  const role = `billing_${database.name}`;
  await runSql(database.url, `CREATE ROLE ${role} LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
  const { environment } = readCompose({ BASE_URL: 'https://x.test', POSTGRES_PASSWORD: password }).services['server-1'];
  const { host, pathname } = new URL(database.url);
  const url = (environment.DATABASE_URL ?? '').replace('billing@database:5432/billing', `${role}@${host}${pathname}`);
  const open = () => openDatabase({ url, max: 2, onError: () => undefined });
  vi.stubEnv('PGPASSWORD', 'another');
  const refused = open();
  await expect(refused.pool.query('SELECT 1')).rejects.toThrow('password authentication failed');
  await refused.close();
  vi.stubEnv('PGPASSWORD', environment.PGPASSWORD);
  const { pool, prisma, close } = open();
  expect((await pool.query('SELECT current_user AS name')).rows).toEqual([{ name: role }]);
  expect(await prisma.$queryRaw`SELECT current_user::text AS name`).toEqual([{ name: role }]);
  await close();
  await database.drop();
  await runSql(database.url.replace(database.name, 'postgres'), `DROP ROLE ${role}`);
});
