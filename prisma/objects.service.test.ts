import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../server/testing/database/database.ts';
import { createMigrationsFolder, type MigrationsFolder } from '../server/testing/database/migrationsFolder.ts';
import { describeBeyondPrisma } from './catalog.ts';
import { applyMigrations } from './migrate.ts';
import { listMigrations } from './migrationFiles.ts';

let database: TestDatabase;
let migrations: MigrationsFolder;
let objects: MigrationsFolder;
let client: pg.Client;

beforeEach(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  [migrations, objects] = await Promise.all([createMigrationsFolder(), createMigrationsFolder()]);
});
afterEach(async () => {
  await client.end();
  await database.drop();
  await Promise.all([migrations.remove(), objects.remove()]);
});

describe('an object', () => {
  beforeEach(() => client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public'));

  const migrate = () => applyMigrations(database.url, () => {}, { folder: migrations.path, objects: objects.path });
  const writeObject = (number: number) =>
    writeFile(
      join(objects.path, 'latest.sql'),
      `CREATE OR REPLACE FUNCTION latest() RETURNS int LANGUAGE sql RETURN ${number}`,
    );
  const latest = async () => (await client.query('SELECT latest()')).rows[0].latest;

  test('is applied after the migrations, and again whenever its text has changed', async () => {
    await migrations.add('1_first', 'CREATE TABLE first ()');
    await writeObject(1);
    expect(await migrate()).toEqual(['1_first', 'latest']);
    expect(await latest()).toBe(1);
    expect(await migrate()).toEqual([]);
    await writeObject(2);
    expect(await migrate()).toEqual(['latest']);
    expect(await latest()).toBe(2);
  });

  test('of an older build never replaces that of a newer one', async () => {
    await migrations.add('1_first', 'CREATE TABLE first ()');
    await migrations.add('2_newer', '-- fits: 1_first\n\n-- Objects: latest');
    await writeObject(2);
    await migrate();
    await migrations.forget('2_newer');
    await writeObject(1);
    expect(await migrate()).toEqual([]);
    expect(await latest()).toBe(2);
  });

  test('that fails leaves what was in force, and says which it is', async () => {
    await writeObject(1);
    await migrate();
    await writeFile(join(objects.path, 'latest.sql'), 'DROP FUNCTION latest(); SELECT absent');
    await expect(migrate()).rejects.toThrow('Object latest failed and changed nothing: column "absent" does not exist');
    expect(await latest()).toBe(1);
  });
});

test('applying all objects again changes nothing', async () => {
  const before = await describeBeyondPrisma(database.url);
  await client.query('DELETE FROM _schema_objects');
  expect((await applyMigrations(database.url, () => {})).length).toBeGreaterThan(0);
  expect(await describeBeyondPrisma(database.url)).toEqual(before);
});

describe('a database of a development build before the first release', () => {
  const start = () => applyMigrations(database.url, () => {});
  const sentence = () =>
    `The database ${database.name} was made by a development version before the first release: remove`;

  test('is refused, with one sentence that says what to remove', async () => {
    await client.query("UPDATE _prisma_migrations SET migration_name = '20261121014650_init'");
    await expect(start()).rejects.toThrow(sentence());
  });

  test('also if the baseline had another text', async () => {
    await client.query('UPDATE _prisma_migrations SET checksum = $1 WHERE migration_name = $2', [
      'of another text',
      (await listMigrations())[0],
    ]);
    await expect(start()).rejects.toThrow(sentence());
  });
});
