import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';

let databases: TestDatabase[];

beforeAll(async () => {
  databases = await Promise.all([createTestDatabase(), createTestDatabase(), createTestDatabase()]);
});
afterAll(() => Promise.all(databases.map((database) => database.drop())));

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('databases that are created at the same time have the tables and their own rows', async () => {
  const [first, second] = databases as [TestDatabase, TestDatabase];
  const insert = `INSERT INTO "user" (id, name, email) VALUES ('u1', 'Ada', 'ada@example.com')`;
  await query(first.url, insert);
  expect(await query(first.url, 'SELECT id FROM "user"')).toEqual([{ id: 'u1' }]);
  expect(await query(second.url, 'SELECT id FROM "user"')).toEqual([]);
});

test('drops a database while a connection is open', async () => {
  const database = databases[2] as TestDatabase;
  const client = new pg.Client({ connectionString: database.url });
  client.on('error', () => {});
  await client.connect();
  await database.drop();
  await expect(query(database.url, 'SELECT 1')).rejects.toThrow(`database "${database.name}" does not exist`);
});

test('waits for sessions that are about to end before it drops a database', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  const heard: string[] = [];
  client.on('error', ({ message }) => heard.push(message));
  await client.connect();
  const dropped = database.drop();
  await sleep(200);
  await client.end();
  await dropped;
  expect(heard).toEqual([]);
});
