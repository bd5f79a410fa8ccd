import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, runSql, type TestDatabase } from '../../testing/database/database.ts';
import { HalfRestored, openPhase, readPhase, requireWhole } from './mark.ts';

let database: TestDatabase;
let client: pg.Client;
beforeEach(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.url);
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

const sql = (text: string) => runSql(database.url, text);
const one = async (text: string) => (await client.query(text)).rows[0];
/** What a restore does to a table. */
const restoreTable = (name: string) =>
  sql(`CREATE TABLE copy AS SELECT * FROM ${name}; DROP TABLE ${name}; ALTER TABLE copy RENAME TO ${name}`);
const ANOTHER_CLUSTER = `UPDATE database_mark SET cluster = '1'`;

test('a database is open, and stays so when its cluster is upgraded', async () => {
  expect(await readPhase(client)).toBe('open');
  await requireWhole(database.url);
  await sql(`UPDATE database_mark SET cluster = '1', "writtenBy" = pg_current_xact_id()::xid::text`);
  expect(await readPhase(client)).toBe('open');
});

test('a restored table tells; so does a copy with the same oid in another cluster', async () => {
  await sql(ANOTHER_CLUSTER);
  expect(await readPhase(client)).toBe('restored');
  await sql(`UPDATE database_mark SET cluster = (SELECT system_identifier FROM pg_control_system())`);
  expect(await readPhase(client)).toBe('open');
  await restoreTable('database_mark');
  expect(await readPhase(client)).toBe('restored');
  expect((await openPhase(database.url, false)).phase).toBe('restored');
});

test('a dump restored over another database is refused: some of its tables were not restored', async () => {
  await restoreTable('database_mark');
  await expect(requireWhole(database.url)).rejects.toThrow(HalfRestored);
  await expect(requireWhole(database.url)).rejects.toThrow('empty database');
  // Another cluster gives the same oids to other tables.
  await sql(ANOTHER_CLUSTER);
  await requireWhole(database.url);
});

test('RECOVERY=on begins once: a new epoch, no session, link or queued mail of the backup', async () => {
  await sql(`INSERT INTO "user" (id, name, email) VALUES ('u', 'U', 'u@example.com');
    INSERT INTO session (id, token, "userId", "expiresAt") VALUES ('s', 't', 'u', now() + interval '1 day');
    INSERT INTO mail (id, "userId", kind, message, "expiresAt") VALUES ('m', 'u', 'reset', '{}', now());
    INSERT INTO job (name, "succeededAt") VALUES ('j', '2026-01-02T03:04:05Z')`);
  const epoch = async () => (await one('SELECT epoch FROM change_feed')).epoch;
  const before = await epoch();
  await restoreTable('database_mark');
  expect(await openPhase(database.url, true)).toEqual({ phase: 'recovering', begun: { mails: 1 } });
  const after = await epoch();
  expect(after).not.toBe(before);
  expect(await one('SELECT count(*)::int AS n FROM session')).toEqual({ n: 0 });
  expect(await one('SELECT "dataUntil" FROM database_mark')).toEqual({ dataUntil: new Date('2026-01-02T03:04:05Z') });
  expect(await openPhase(database.url, true)).toEqual({ phase: 'recovering' });
  expect(await openPhase(database.url, false)).toEqual({ phase: 'recovering' });
  expect(await epoch()).toBe(after);
});

test('a restore without a trace (point in time, a disk’s snapshot) begins by RECOVERY=on, and not again after its end', async () => {
  expect(await openPhase(database.url, true)).toMatchObject({ phase: 'recovering', begun: { mails: 0 } });
  await sql(`UPDATE database_mark SET "recoveringSince" = NULL, "finishedAt" = now(),
    timeline = (SELECT timeline_id FROM pg_control_checkpoint()), "writtenBy" = pg_current_xact_id()::xid::text`);
  expect(await openPhase(database.url, true)).toEqual({ phase: 'open', isIdle: true });
  await sql(`UPDATE database_mark SET timeline = 99, "writtenBy" = pg_current_xact_id()::xid::text`);
  expect(await openPhase(database.url, true)).toMatchObject({ phase: 'recovering', begun: { mails: 0 } });
});
