import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../server/testing/database/database.ts';
import { createMigrationsFolder, type MigrationsFolder } from '../server/testing/database/migrationsFolder.ts';
import { until } from '../server/testing/run/until.ts';
import { applyMigrations } from './migrate.ts';

/** The longest delay that a migration may cause, plus the delay of a busy machine. */
const LONGEST_WAIT_MS = 1_000 + 9_000;

let database: TestDatabase;
let folder: MigrationsFolder;
let messages: string[];
let pool: pg.Pool;

beforeEach(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 5 });
  pool.on('error', () => {});
  folder = await createMigrationsFolder();
  messages = [];
  await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await folder.add('1_thing', 'CREATE TABLE thing (size int); CREATE TABLE other (size int)');
  await migrate();
});
afterEach(async () => {
  await pool.end();
  await database.drop();
  await folder.remove();
});

const migrate = (signal?: AbortSignal) =>
  applyMigrations(database.url, (message) => messages.push(message), { folder: folder.path, signal });

/** Holds the table as a backup does, until the returned function is called. */
async function holdTable(table: string): Promise<() => Promise<void>> {
  const reader = await pool.connect();
  await reader.query(`BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM ${table}`);
  return async () => {
    await reader.query('COMMIT');
    reader.release();
  };
}

/** The longest wait of a write to the table during the work. */
async function longestWait(table: string, work: Promise<unknown>): Promise<number> {
  let done = false;
  void work.catch(() => {}).finally(() => (done = true));
  let longest = 0;
  while (!done) {
    const begun = performance.now();
    await pool.query(`INSERT INTO ${table} VALUES (1)`);
    longest = Math.max(longest, performance.now() - begun);
    await sleep(5);
  }
  return longest;
}

describe('a table with a long reading transaction', () => {
  test('is changed once it is free, while writes to it continue', async () => {
    await folder.add('2_colour', 'ALTER TABLE thing ADD COLUMN colour text');
    const release = await holdTable('thing');
    const running = migrate();
    const waited = longestWait('thing', running);
    await until('it met the table in use', () => messages.some((message) => message.includes('in use')), 60_000);
    await release();
    expect(await running).toEqual(['2_colour']);
    expect(await waited).toBeLessThan(LONGEST_WAIT_MS);
    expect(messages.slice(1)).toEqual([
      'Migration 2_colour found a table in use (a backup?) and is retried until it is free',
      'Applied migration 2_colour',
    ]);
  });

  test('is not waited for after the process is told to stop', async () => {
    await folder.add('2_colour', 'ALTER TABLE thing ADD COLUMN colour text');
    const release = await holdTable('thing');
    await expect(migrate(AbortSignal.timeout(1_500))).rejects.toThrow('aborted');
    await release();
    expect(await migrate()).toEqual(['2_colour']);
  });
});

test('cancels and rolls back a migration that holds its locks for too long', async () => {
  await folder.add('2_slow', 'ALTER TABLE thing ADD COLUMN colour text; SELECT pg_sleep(0.5); SELECT pg_sleep(20)');
  const running = migrate(AbortSignal.timeout(3_000));
  expect(await longestWait('thing', running)).toBeLessThan(LONGEST_WAIT_MS);
  await expect(running).rejects.toThrow('aborted');
  await folder.add('2_slow', 'ALTER TABLE thing ADD COLUMN colour text');
  expect(await migrate()).toEqual(['2_slow']);
});

describe('an index that is built concurrently', () => {
  const BUILD = '-- no transaction\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "thing_size" ON thing (size)';
  const indexes = async () =>
    (
      await pool.query(`SELECT indexrelid::regclass::text AS name, indisvalid AS valid FROM pg_index
      WHERE indrelid = 'thing'::regclass`)
    ).rows;
  const isBuilding = async () => (await indexes()).some(({ valid }) => !valid);

  test('waits for readers and blocks no writes', async () => {
    await folder.add('2_index', BUILD.replace('UNIQUE ', ''));
    const release = await holdTable('thing');
    const running = migrate();
    const waited = longestWait('thing', running);
    await until('it waits for the reader', isBuilding, 60_000);
    await release();
    expect(await running).toEqual(['2_index']);
    expect(await waited).toBeLessThan(LONGEST_WAIT_MS);
    expect(await indexes()).toEqual([{ name: 'thing_size', valid: true }]);
  });

  test('is dropped and rebuilt after a failure left it invalid', async () => {
    await folder.add('2_index', BUILD);
    await pool.query('INSERT INTO thing VALUES (1), (1)');
    await expect(migrate()).rejects.toThrow('could not create unique index');
    expect(await indexes()).toEqual([{ name: 'thing_size', valid: false }]);
    await pool.query('DELETE FROM thing WHERE ctid IN (SELECT ctid FROM thing LIMIT 1)');
    expect(await migrate()).toEqual(['2_index']);
    expect(await indexes()).toEqual([{ name: 'thing_size', valid: true }]);
  });

  test('is rebuilt after an interruption, and after a kill before it was recorded', async () => {
    await folder.add('2_index', BUILD);
    const release = await holdTable('thing');
    const stop = new AbortController();
    const running = expect(migrate(stop.signal)).rejects.toThrow('aborted');
    await until('it waits for the reader', isBuilding, 60_000);
    stop.abort();
    await running;
    await release();
    expect(await indexes()).toEqual([{ name: 'thing_size', valid: false }]);
    await migrate();
    await pool.query(`DELETE FROM _prisma_migrations WHERE migration_name = '2_index'`);
    expect(await migrate()).toEqual(['2_index']);
    expect(await indexes()).toEqual([{ name: 'thing_size', valid: true }]);
  });

  test('is built once by two concurrent processes', async () => {
    await folder.add('2_index', BUILD);
    const release = await holdTable('thing');
    const running = Promise.all([migrate(), migrate()]);
    await until('one waits for the reader', isBuilding, 60_000);
    await release();
    expect((await running).filter((applied) => applied.length > 0)).toEqual([['2_index']]);
  });

  test('needs no transaction, like the validation of a constraint', async () => {
    await folder.add('2_check', 'ALTER TABLE thing ADD CONSTRAINT positive CHECK (size > 0) NOT VALID');
    await folder.add('3_valid', '-- no transaction\nALTER TABLE thing VALIDATE CONSTRAINT positive;');
    expect(await migrate()).toEqual(['2_check', '3_valid']);
    const { rows } = await pool.query(`SELECT convalidated FROM pg_constraint WHERE conname = 'positive'`);
    expect(rows).toEqual([{ convalidated: true }]);
  });

  test.each([
    '-- no transaction\nALTER TABLE thing ADD COLUMN colour text',
    '-- no transaction\nCREATE INDEX CONCURRENTLY thing_size ON thing (size)',
  ])('%s: refuses other statements without a transaction', async (sql) => {
    await folder.add('2_other', sql);
    await expect(migrate()).rejects.toThrow('Migration 2_other: without a transaction only');
  });
});

describe('a database of a newer version', () => {
  const forget = () => folder.forget('2_newer');

  test('is refused if the newer version does not declare that this one fits', async () => {
    await folder.add('2_newer', 'ALTER TABLE thing DROP COLUMN size');
    await migrate();
    await forget();
    await expect(migrate()).rejects.toThrow(
      'The database was migrated by a newer version that does not support this one (2_newer)',
    );
  });

  test('is accepted if it does, even if migrations of this version are still missing', async () => {
    await folder.add('2_newer', '-- fits: 1_thing\n\nALTER TABLE thing ADD COLUMN colour text');
    await migrate();
    await forget();
    expect(await migrate()).toEqual([]);
    await folder.add('2_mine', 'CREATE TABLE mine ()');
    expect(await migrate()).toEqual(['2_mine']);
  });

  test('is refused if it only fits later versions', async () => {
    await folder.add('2_newer', '-- fits: 1_unknown\nALTER TABLE thing ADD COLUMN colour text');
    await migrate();
    await forget();
    await expect(migrate()).rejects.toThrow('newer version');
  });
});
