import { hostname } from 'node:os';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database/database.ts';
import { until } from '../testing/run/until.ts';
import { withLease } from './lease.ts';

let database: TestDatabase;
let pool: pg.Pool;
let other: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  [pool, other] = [new pg.Pool({ connectionString: database.url }), new pg.Pool({ connectionString: database.url })];
});
afterAll(async () => {
  await Promise.all([pool.end(), other.end()]);
  await database.drop();
});

const leases = async () => (await pool.query('SELECT name FROM lease')).rows.map(({ name }) => name);

test('of twenty simultaneous requests one does the work, and the lease is free again afterwards', async () => {
  let [working, most, done, refused] = [0, 0, 0, 0];
  const work = async () => {
    working += 1;
    most = Math.max(most, working);
    await vi.waitFor(() => expect(refused + working).toBe(20), { timeout: 30_000 });
    working -= 1;
    done += 1;
  };
  const asked = Array.from({ length: 20 }, async (_, index) => {
    const { held } = await withLease(index % 2 ? pool : other, { name: 'one' }, work);
    if (!held) refused += 1;
  });
  await Promise.all(asked);
  expect({ refused, most, done }).toEqual({ refused: 19, most: 1, done: 1 });
  expect(await leases()).toEqual([]);
  expect((await withLease(pool, { name: 'one' }, async () => 'again')).held).toBe(true);
});

test('a lease names the process that holds it', async () => {
  const owner = async () => (await pool.query(`SELECT owner FROM lease WHERE name = 'mine'`)).rows[0].owner;
  const { held, ...rest } = await withLease(pool, { name: 'mine' }, owner);
  expect({ held, ...rest }).toEqual({ held: true, result: expect.stringContaining(`${hostname()}:${process.pid} `) });
});

test('the lease is renewed while the work runs', async () => {
  const leaseMs = 2_000;
  const isRefused = async () => !(await withLease(other, { name: 'long', leaseMs }, async () => null)).held;
  const expiry = async () =>
    (await pool.query(`SELECT "expiresAt", "expiresAt" > clock_timestamp() AS ahead FROM lease WHERE name = 'long'`))
      .rows[0];
  const long = await withLease(pool, { name: 'long', leaseMs }, async (signal) => {
    const first = (await expiry()).expiresAt;
    await until('the first expiry has passed', async () => {
      expect(await isRefused()).toBe(true);
      const { rows } = await pool.query('SELECT clock_timestamp() > $1 AS passed', [first]);
      return rows[0].passed;
    });
    return { refused: await isRefused(), ahead: (await expiry()).ahead, aborted: signal.aborted };
  });
  expect(long).toEqual({ held: true, result: { refused: true, ahead: true, aborted: false } });
});

test('the lease of a dead process is free when it expires', async () => {
  await pool.query(`INSERT INTO lease VALUES ('dead', 'nobody', clock_timestamp() + interval '300 milliseconds')`);
  expect((await withLease(pool, { name: 'dead' }, async () => null)).held).toBe(false);
  await expect.poll(async () => (await withLease(pool, { name: 'dead' }, async () => null)).held).toBe(true);
});

test("work that lost its lease has its signal aborted and does not end the next holder's lease", async () => {
  const lost = withLease(pool, { name: 'lost', leaseMs: 200 }, async (signal) => {
    await pool.query(`UPDATE lease SET owner = 'another', "expiresAt" = 'infinity' WHERE name = 'lost'`);
    await vi.waitFor(() => expect(signal.aborted).toBe(true), { timeout: 5_000 });
    return String(signal.reason);
  });
  expect(await lost).toEqual({ held: true, result: 'LeaseLost: The lease lost was lost' });
  expect(await leases()).toEqual(['lost']);
  await pool.query('DELETE FROM lease');
});

test('while the database is unavailable the work continues until the lease expires, and no longer', async () => {
  const own = new pg.Pool({ connectionString: database.url });
  own.on('error', () => undefined);
  const began = Date.now();
  const away = withLease(own, { name: 'away', leaseMs: 1_000 }, async (signal) => {
    await own.end();
    await vi.waitFor(() => expect(signal.aborted).toBe(true), { timeout: 10_000 });
    return Date.now() - began;
  });
  const leased = await away;
  expect(leased.held && leased.result).toBeGreaterThanOrEqual(1_000);
});

test('an error in the work frees the lease', async () => {
  const failing = withLease(pool, { name: 'bad' }, () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect((await withLease(other, { name: 'bad' }, async () => null)).held).toBe(true);
});
