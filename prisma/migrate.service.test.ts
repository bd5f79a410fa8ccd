import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PrismaPg } from '@prisma/adapter-pg';
import { build } from 'esbuild';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../server/testing/database/database.ts';
import { createMigrationsFolder, type MigrationsFolder } from '../server/testing/database/migrationsFolder.ts';
import { describeCatalog } from './catalog.ts';
import { NO_FILTERS, openEngine } from './engine.ts';
import { applyMigrations } from './migrate.ts';
import { listMigrations, prismaFolder, readObjects } from './migrationFiles.ts';

let database: TestDatabase;
let folder: MigrationsFolder;
let client: pg.Client;
let messages: string[];

beforeEach(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  client.on('error', () => {});
  await client.connect();
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  folder = await createMigrationsFolder();
  messages = [];
});
afterEach(async () => {
  await client.end();
  await database.drop();
  await folder.remove();
});

const log = (message: string) => messages.push(message);
const migrate = () => applyMigrations(database.url, log, { folder: folder.path });

async function recorded(): Promise<string[]> {
  const { rows } = await client.query('SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1');
  return rows.map(({ name }) => name);
}

describe('applying', () => {
  test('applies all migrations in one of four concurrent processes, while the others wait', async () => {
    const names = await listMigrations();
    const objects = (await readObjects()).map(({ name }) => name);
    const runs = await Promise.all([1, 2, 3, 4].map(() => applyMigrations(database.url, log)));
    expect(runs.filter((applied) => applied.length > 0)).toEqual([[...names, ...objects]]);
    expect(await recorded()).toEqual(names);
  });

  test('applies and reports only missing migrations, including those older than the last one', async () => {
    await folder.add('2_second', 'CREATE TABLE second ()');
    await migrate();
    await folder.add('1_first', 'CREATE TABLE first ()');
    await folder.add('3_third', 'CREATE TABLE third ()');
    messages = [];
    expect(await migrate()).toEqual(['1_first', '3_third']);
    expect(messages).toEqual(['Applied migration 1_first', 'Applied migration 3_third']);
    expect(await migrate()).toEqual([]);
  });

  test('runs a script as a whole, with semicolons in texts and function bodies', async () => {
    const body = `BEGIN PERFORM 1; RETURN 'a;b'; END`;
    await folder.add('1_function', `CREATE FUNCTION f() RETURNS text LANGUAGE plpgsql AS $$ ${body}; $$; -- done; so`);
    await migrate();
    expect((await client.query('SELECT f()')).rows).toEqual([{ f: 'a;b' }]);
  });

  test('rolls back a failed migration, keeps those before it, and applies the corrected one later', async () => {
    await folder.add('1_good', 'CREATE TABLE good ()');
    await folder.add('2_bad', 'CREATE TABLE half (); ALTER TABLE absent ADD COLUMN x int');
    await expect(migrate()).rejects.toThrow(
      'Migration 2_bad failed and changed nothing: relation "absent" does not exist',
    );
    expect(await describeCatalog(database.url)).toEqual(['table good']);
    await folder.add('2_bad', 'CREATE TABLE half ()');
    expect(await migrate()).toEqual(['2_bad']);
  });

  test('rolls back a migration when its connection is lost', async () => {
    await folder.add('1_good', 'CREATE TABLE good ()');
    await folder.add('2_lost', 'CREATE TABLE half (); SELECT pg_terminate_backend(pg_backend_pid())');
    await expect(migrate()).rejects.toThrow('Migration 2_lost failed and changed nothing');
    expect(await describeCatalog(database.url)).toEqual(['table good']);
  });

  test('applies the migrations from the bundled server too', async () => {
    const bundle = join(prismaFolder(), '..', 'node_modules', '.cache', `migrate-${process.pid}`, 'main.js');
    const call = `import { applyMigrations } from './migrate.ts'; await applyMigrations(process.argv[2], console.log);`;
    await build({
      stdin: { contents: call, resolveDir: prismaFolder(), loader: 'ts' },
      outfile: bundle,
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
    });
    const { stdout } = await promisify(execFile)(process.execPath, [bundle, database.url]);
    const objects = (await readObjects()).map(({ name }) => `Applied object ${name}`);
    const migrations = (await listMigrations()).map((name) => `Applied migration ${name}`);
    expect(stdout.trim().split('\n')).toEqual([...migrations, ...objects]);
    await rm(join(bundle, '..'), { recursive: true });
  });
});

describe('beside "prisma migrate deploy"', () => {
  async function engineApplies(): Promise<string[]> {
    const pool = new pg.Pool({ connectionString: database.url });
    const engine = await openEngine(new PrismaPg(pool));
    const names = await listMigrations(folder.path);
    const { appliedMigrationNames } = await engine.applyMigrations({
      filters: NO_FILTERS,
      migrationsList: {
        baseDir: folder.path,
        lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"' },
        shadowDbInitScript: '',
        migrationDirectories: names.map((path) => ({
          path,
          migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: `CREATE TABLE "${path}" ()` } },
        })),
      },
    });
    await pool.end();
    return appliedMigrationNames;
  }
  const addTable = (name: string) => folder.add(name, `CREATE TABLE "${name}" ()`);

  test('each tool continues where the other stopped, with the same table', async () => {
    await addTable('1_ours');
    expect(await migrate()).toEqual(['1_ours']);
    const ours = await client.query('SELECT * FROM _prisma_migrations LIMIT 0');
    await addTable('2_theirs');
    expect(await engineApplies()).toEqual(['2_theirs']);
    await addTable('3_ours');
    expect(await migrate()).toEqual(['3_ours']);
    expect(await engineApplies()).toEqual([]);

    const { rows } = await client.query(
      'SELECT length(checksum) AS sum, logs, rolled_back_at, applied_steps_count AS steps FROM _prisma_migrations',
    );
    expect(rows).toEqual(Array(3).fill({ sum: 64, logs: null, rolled_back_at: null, steps: 1 }));
    await client.query('DROP TABLE _prisma_migrations, _schema_objects, "1_ours", "2_theirs", "3_ours"');
    await engineApplies();
    const theirs = await client.query('SELECT * FROM _prisma_migrations LIMIT 0');
    const shape = ({ fields }: pg.QueryResult) =>
      fields.map(({ name, dataTypeID, dataTypeModifier }) => ({ name, dataTypeID, dataTypeModifier }));
    expect(shape(ours)).toEqual(shape(theirs));
    expect(await migrate()).toEqual([]);
  });

  test('records the same checksum for the same script', async () => {
    await addTable('1_table');
    await migrate();
    const sums = () => client.query('SELECT checksum FROM _prisma_migrations').then(({ rows }) => rows);
    const ours = await sums();
    await client.query('DROP TABLE _prisma_migrations, _schema_objects, "1_table"');
    await engineApplies();
    expect(await sums()).toEqual(ours);
  });

  test("refuses to continue after the other tool's unfinished migration", async () => {
    await addTable('1_table');
    await migrate();
    await client.query('UPDATE _prisma_migrations SET finished_at = NULL');
    await expect(migrate()).rejects.toThrow('Migration 1_table was started by another tool and not finished');
  });
});
