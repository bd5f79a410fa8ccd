import type { Socket } from 'node:net';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database/database.ts';
import { startTcpProxy, type TcpProxy } from '../testing/database/tcpProxy.ts';
import { untilBlocked } from '../testing/database/untilBlocked.ts';
import { type Database, openDatabase } from './client.ts';
import { sendBoth } from './pool.ts';

let own: TestDatabase;
let proxy: TcpProxy;
let database: Database;

beforeAll(async () => {
  own = await createTestDatabase();
  proxy = await startTcpProxy(own.url);
  database = openDatabase({ url: proxy.url, max: 4, onError: () => {} });
  await database.webhookPool.query('CREATE TABLE note (id int PRIMARY KEY)');
});
afterAll(async () => {
  await database.close();
  await proxy.close();
  await own.drop();
});

const write = (id: number) => ({ text: 'INSERT INTO note VALUES ($1) RETURNING id', values: [id] });
const read = (id: number) => ({ text: 'SELECT count(*)::int AS found FROM note WHERE id = $1', values: [id] });
const both = (id: number) => sendBoth(database.webhookPool, write(id), read(id));

test('the second statement sees the commit of the first', async () => {
  const { first, second } = await both(1);
  expect(await first).toEqual([{ id: 1 }]);
  expect(await second).toEqual([{ found: 1 }]);
});

test('the second is sent before the first is answered, and sees what others commit until it begins', async () => {
  const other = await database.pool.connect();
  await other.query('BEGIN');
  await other.query('INSERT INTO note VALUES (2)');
  const sent: (() => number)[] = [];
  database.webhookPool.once('acquire', (client) => {
    const stream = (client as pg.Client).connection.stream as Socket;
    const before = stream.bytesWritten;
    sent.push(() => stream.bytesWritten - before);
  });
  const long = { text: `${read(2).text} AND $2 <> ''`, values: [2, 'x'.repeat(10_000)] };
  const { first, second } = await sendBoth(database.webhookPool, write(2), long);
  const refused = expect(first).rejects.toMatchObject({ code: '23505' });
  await untilBlocked(database.jobPool);
  expect(sent.map((bytes) => bytes() > 10_000)).toEqual([true]);
  await other.query('COMMIT');
  other.release();
  await refused;
  expect(await second).toEqual([{ found: 1 }]);
});

test('a refused statement keeps the connection and its plans', async () => {
  const before = database.webhookPool.totalCount;
  const { first, second } = await both(1);
  await expect(first).rejects.toMatchObject({ code: '23505' });
  expect(await second).toEqual([{ found: 1 }]);
  expect(database.webhookPool.totalCount).toBe(before);
});

test('a lost connection rejects both, and the next query gets another one', async () => {
  const sleeping = { text: 'SELECT pg_sleep(60)' };
  const { first, second } = await sendBoth(database.webhookPool, sleeping, read(1));
  const rejections = Promise.all([expect(first).rejects.toThrow(), expect(second).rejects.toThrow()]);
  await proxy.set('cut');
  await rejections;
  await proxy.set('open');
  expect((await database.webhookPool.query(read(1))).rows).toEqual([{ found: 1 }]);
});
