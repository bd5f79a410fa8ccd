import { connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../http/freePort.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database/database.ts';
import { boundQueries } from './boundQueries.ts';

const MS = 300;

let database: TestDatabase;
let pool: pg.Pool;
/** While true, nothing passes between the pool and PostgreSQL, in either direction; no connection ends. */
let silent = false;
const sockets = new Set<Socket>();
const between = createServer((near) => {
  const { hostname, port } = new URL(database.url);
  const far = connect({ host: hostname, port: Number(port) });
  const pass = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on('data', (chunk) => silent || to.write(chunk)).on('error', () => {});
    from.once('close', () => to.destroy());
  };
  pass(near, far);
  pass(far, near);
});

beforeAll(async () => {
  database = await createTestDatabase();
  const port = await freePort();
  await new Promise<void>((resolve) => between.listen(port, '127.0.0.1', resolve));
  const url = Object.assign(new URL(database.url), { hostname: '127.0.0.1', port: `${port}` });
  pool = new pg.Pool({ connectionString: url.href, max: 1 });
  pool.on('error', () => {}).on('connect', (client) => boundQueries(client, MS));
});
afterAll(async () => {
  await pool.end();
  for (const socket of sockets) socket.destroy();
  between.close();
  await database.drop();
});

const one = () => pool.query('SELECT 1 AS one').then(({ rows }) => rows);
const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

test('results and errors are passed on, and no timer is left', async () => {
  await one();
  const before = timers();
  expect(await one()).toEqual([{ one: 1 }]);
  expect((await pool.query('SELECT $1::int AS n', [2])).rows).toEqual([{ n: 2 }]);
  await expect(pool.query('SELECT 1 / 0')).rejects.toMatchObject({ code: '22012' });
  const client = await pool.connect();
  expect((await client.query({ text: 'SELECT $1::int AS n', values: [3] })).rows).toEqual([{ n: 3 }]);
  await expect(client.query('SELECT 1 / 0')).rejects.toMatchObject({ code: '22012' });
  client.release();
  // Other timers may end meanwhile.
  expect(timers()).toBeLessThanOrEqual(before);
});

test.each(['the pool', 'a connection'])(
  'without an answer a query of %s rejects, and the next one uses another connection',
  async (of) => {
    await one();
    const client = of === 'the pool' ? null : await pool.connect();
    client?.on('error', () => {});
    silent = true;
    const started = performance.now();
    await expect((client ?? pool).query('SELECT 1')).rejects.toThrow('Connection terminated');
    expect(performance.now() - started).toBeGreaterThan(MS - 20);
    expect(performance.now() - started).toBeLessThan(MS + 1_000);
    silent = false;
    client?.release(true);
    expect(await one()).toEqual([{ one: 1 }]);
  },
);
