import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, runSql, type TestDatabase } from '../server/testing/database.ts';
import { describeCatalog } from './catalog.ts';
import { writeMigration } from './diff.ts';
import { applyMigrations, diffToSql, listMigrations, prismaFolder } from './migrate.ts';

const ignore = () => {};
let database: TestDatabase;
let folder: string;
let migrations: string;

beforeEach(async () => {
  database = await createTestDatabase();
  await runSql(database.url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  migrations = join(folder, 'migrations');
  await mkdir(migrations);
  await cp(join(prismaFolder(), 'migrations', 'migration_lock.toml'), join(migrations, 'migration_lock.toml'));
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

async function addMigration(name: string, sql: string): Promise<void> {
  await mkdir(join(migrations, name), { recursive: true });
  await writeFile(join(migrations, name, 'migration.sql'), sql);
}

async function recorded(): Promise<string[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const { rows } = await client.query('SELECT migration_name FROM _prisma_migrations ORDER BY 1');
    return rows.map((row) => row.migration_name);
  } finally {
    await client.end();
  }
}

describe('applying', () => {
  test('four at once: one applies everything, the others wait for it', async () => {
    const names = await listMigrations();
    const runs = await Promise.all([1, 2, 3, 4].map(() => applyMigrations(database.url, ignore)));
    expect(runs.filter((applied) => applied.length > 0)).toEqual([names]);
    expect(await recorded()).toEqual(names);
  });

  test('only what is new is applied, and reported', async () => {
    await addMigration('1_first', 'CREATE TABLE first ()');
    await applyMigrations(database.url, ignore, migrations);
    await addMigration('2_second', 'CREATE TABLE second ()');
    const messages: string[] = [];
    expect(await applyMigrations(database.url, (message) => messages.push(message), migrations)).toEqual(['2_second']);
    expect(messages).toEqual(['Applied migrations: 2_second']);
    expect(await applyMigrations(database.url, ignore, migrations)).toEqual([]);
  });

  test('a script is run whole, with semicolons in texts and function bodies', async () => {
    const body = `BEGIN PERFORM 1; RETURN 'a;b'; END`;
    await addMigration(
      '1_function',
      `CREATE FUNCTION f() RETURNS text LANGUAGE plpgsql AS $$ ${body}; $$; -- done; so`,
    );
    await applyMigrations(database.url, ignore, migrations);
    expect((await describeCatalog(database.url)).join()).toContain(body);
  });

  test('one that fails leaves nothing behind, so that a mended one can follow', async () => {
    await addMigration('1_good', 'CREATE TABLE good ()');
    await addMigration('2_bad', 'CREATE TABLE half (); ALTER TABLE absent ADD COLUMN x int');
    await expect(applyMigrations(database.url, ignore, migrations)).rejects.toThrow('relation "absent" does not exist');
    expect(await describeCatalog(database.url)).toEqual([]);
    await addMigration('2_bad', 'CREATE TABLE half ()');
    expect(await applyMigrations(database.url, ignore, migrations)).toEqual(['1_good', '2_bad']);
  });

  test('a connection that is lost half way leaves nothing behind', async () => {
    await addMigration('1_good', 'CREATE TABLE good ()');
    await addMigration('2_lost', 'SELECT pg_terminate_backend(pg_backend_pid())');
    await addMigration('3_after', 'CREATE TABLE after ()');
    await expect(applyMigrations(database.url, ignore, migrations)).rejects.toThrow('nothing was changed');
    expect(await describeCatalog(database.url)).toEqual([]);
  });

  test('from the bundled server too', async () => {
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
    expect(stdout.trim()).toBe(`Applied migrations: ${(await listMigrations()).join(', ')}`);
    await rm(join(bundle, '..'), { recursive: true });
  });
});

describe('comparing', () => {
  const schema = (fields: string) =>
    `datasource db {\n  provider = "postgresql"\n}\nmodel Thing {\n  id String @id\n${fields}\n}\n`;

  test('the SQL between two schemas', async () => {
    expect(await diffToSql({ from: schema(''), to: schema('  size Int?') })).toBe(
      '-- AlterTable\nALTER TABLE "Thing" ADD COLUMN     "size" INTEGER;',
    );
    expect(await diffToSql({ from: schema(''), to: schema('') })).toBe('');
  });

  test('writes a migration from the last migration’s schema to the present one, once', async () => {
    await writeFile(join(folder, 'schema.prisma'), schema(''));
    const first = await writeMigration('Add things!', folder);
    expect(first).toMatch(/^\d{14}_add_things$/);
    expect(await writeMigration('again', folder)).toBeUndefined();

    await writeFile(join(folder, 'schema.prisma'), schema('  size Int?'));
    const second = await writeMigration('size', folder);
    expect(await readFile(join(migrations, second as string, 'migration.sql'), 'utf8')).toContain('ADD COLUMN');
    expect(await applyMigrations(database.url, ignore, migrations)).toEqual([first, second]);
    expect(await describeCatalog(database.url)).toContain('column "Thing".size integer');
  });

  test('refuses a migration without a name', async () => {
    await expect(writeMigration(' !', folder)).rejects.toThrow('needs a name');
  });
});
