import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../database/client.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts';
import { partitionsFromToday } from '../../testing/database/partitions.ts';
import { DAYS_AHEAD, dropPartitions, listPartitions, makePartitions } from './partitions.ts';

let database: TestDatabase;
let opened: Database;
let pool: pg.Pool;

beforeEach(async () => {
  database = await createTestDatabase();
  opened = openDatabase({ url: database.url, max: 2, onError: () => undefined });
  pool = opened.jobPool;
  await partitionsFromToday(pool);
});
afterEach(async () => {
  await opened.close();
  await database.drop();
});

const dayAt = async (offset: number) =>
  (await pool.query<{ day: string }>(`SELECT ((now() AT TIME ZONE 'UTC')::date + $1::int)::text AS day`, [offset]))
    .rows[0]?.day ?? '';
const days = async () => (await listPartitions(pool)).map(({ day }) => day);
const keep = async (offset: number, id: number) =>
  pool.query(`INSERT INTO webhook_event_body VALUES ($1, $2, 'text')`, [await dayAt(offset), id]);

/** Partitions of past days, as if the service had run then. */
async function makeOld(offsets: readonly number[]): Promise<void> {
  for (const offset of offsets) {
    const day = await dayAt(offset);
    await pool.query(`CREATE TABLE webhook_event_body_${day.replaceAll('-', '')} PARTITION OF webhook_event_body
      FOR VALUES FROM ('${day}') TO (date '${day}' + 1)`);
  }
}

test('today and the next fourteen days have a partition, and a missing one is created again', async () => {
  const expected = await Promise.all(Array.from({ length: DAYS_AHEAD + 1 }, (_, offset) => dayAt(offset)));
  expect(await days()).toEqual(expected);
  expect(await makePartitions(pool)).toEqual([]);
  const [, second = '', third = ''] = expected;
  for (const day of [second, third]) await pool.query(`DROP TABLE webhook_event_body_${day.replaceAll('-', '')}`);
  expect(await makePartitions(pool)).toEqual([second, third]);
  expect(await days()).toEqual(expected);
});

test('a new partition stores bodies of up to a page uncompressed, and each id once', async () => {
  await keep(3, 1);
  await expect(keep(3, 1)).rejects.toThrow('duplicate key');
  const { rows } = await pool.query(
    `SELECT DISTINCT reloptions FROM pg_class WHERE relname ~ '^webhook_event_body_[0-9]+$'`,
  );
  expect(rows).toEqual([{ reloptions: ['toast_tuple_target=8160'] }]);
});

test('old ones are dropped with their contents, newer ones stay', async () => {
  await makeOld([-40, -31, -30, -1]);
  for (const [index, offset] of [-40, -31, -30, -1].entries()) await keep(offset, index);
  expect(await dropPartitions(pool, 30)).toEqual([await dayAt(-40), await dayAt(-31)]);
  expect((await pool.query('SELECT id::int FROM webhook_event_body ORDER BY id')).rows).toEqual([{ id: 2 }, { id: 3 }]);
  expect(await dropPartitions(pool, 30)).toEqual([]);
});

test('creating and dropping block neither writers nor readers', async () => {
  await makeOld([-40, -39]);
  const last = await dayAt(DAYS_AHEAD);
  await pool.query(`DROP TABLE webhook_event_body_${last.replaceAll('-', '')}`);
  const waits: number[] = [];
  let done = false;
  const writer = new pg.Client({ connectionString: database.url });
  await writer.connect();
  const writing = (async () => {
    for (let id = 1; !done; id += 1) {
      const begun = performance.now();
      await writer.query('INSERT INTO webhook_event_body VALUES ($1, $2, $3)', [await dayAt(0), id, 'text']);
      await writer.query('SELECT body FROM webhook_event_body WHERE day = $1 AND id = $2', [await dayAt(0), id]);
      waits.push(performance.now() - begun);
    }
  })();
  await makePartitions(pool);
  await dropPartitions(pool, 30);
  done = true;
  await writing;
  await writer.end();
  expect(waits.length).toBeGreaterThan(0);
  expect(Math.max(...waits)).toBeLessThan(1_000);
});

test('a long reader (a backup) delays only the removal; the next run finishes it', async () => {
  await makeOld([-40]);
  const reader = new pg.Client({ connectionString: database.url });
  await reader.connect();
  await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await reader.query('SELECT count(*) FROM webhook_event_body');
  const begun = performance.now();
  await expect(dropPartitions(pool, 30)).rejects.toThrow('lock timeout');
  expect(performance.now() - begun).toBeLessThan(10_000);
  expect((await listPartitions(pool))[0]).toMatchObject({ day: await dayAt(-40), state: 'detaching' });
  await keep(0, 7);
  expect(await makePartitions(pool)).toEqual([]);
  await reader.query('COMMIT');
  await reader.end();
  await expect.poll(() => dropPartitions(pool, 30)).toEqual([await dayAt(-40)]);
  expect((await listPartitions(pool)).every(({ state }) => state === 'attached')).toBe(true);
});

test('a partition left by a kill between detaching and dropping is dropped', async () => {
  await makeOld([-40]);
  const name = `webhook_event_body_${(await dayAt(-40)).replaceAll('-', '')}`;
  await pool.query(`ALTER TABLE webhook_event_body DETACH PARTITION ${name}`);
  expect((await listPartitions(pool))[0]).toMatchObject({ name, state: 'detached' });
  expect(await dropPartitions(pool, 30)).toEqual([await dayAt(-40)]);
});
