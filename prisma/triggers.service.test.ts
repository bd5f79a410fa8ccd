import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../server/testing/database/database.ts';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Values for the columns without a default, by their type. */
const FILL = `SELECT string_agg(format('%I', column_name), ', ') AS names,
    string_agg(CASE WHEN column_name = 'status' THEN CASE $1 WHEN 'payment' THEN '''failed''' ELSE '''active''' END
      WHEN column_name = 'type' THEN '''subscription'''
      WHEN data_type = 'text' THEN format('%L', column_name) ELSE 'now()' END, ', ') AS fills
  FROM information_schema.columns
  WHERE table_name = $1 AND is_nullable = 'NO' AND column_default IS NULL AND column_name <> 'id'`;

/** Inserts a row and resolves to its id. */
async function insert(table: string): Promise<string> {
  const { rows } = await client.query(FILL, [table]);
  const id = randomUUID();
  await client.query(`DELETE FROM "${table}"`);
  await client.query(`INSERT INTO "${table}" (id, ${rows[0].names}) VALUES ('${id}', ${rows[0].fills})`);
  return id;
}

test.each(['customer', 'subscription', 'payment'])(
  'the version of a %s increases by one with every write',
  async (table) => {
    const id = await insert(table);
    const write = async (change: string) => {
      const { rows } = await client.query(`UPDATE "${table}" SET ${change} WHERE id = '${id}' RETURNING version`);
      return rows[0].version;
    };
    expect(await write(`"userId" = 'a write that states no version'`)).toBe(2);
    expect(await write('"userId" = \'this one\', version = version + 1')).toBe(3);
    expect(await write('"userId" = "userId"')).toBe(4);
  },
);

const words = async (table: string, column: string) => {
  const { rows } = await client.query(`DELETE FROM "${table}" RETURNING "${column}" AS word`);
  return rows.map(({ word }) => word);
};

test('a trial leaves word of itself, also one that begins later, and once', async () => {
  const id = await insert('subscription');
  const begun = () => words('trial', 'subscriptionId');
  expect(await begun()).toEqual([]);
  await client.query('UPDATE subscription SET "trialStart" = now()');
  expect(await begun()).toEqual([id]);
  await client.query(`UPDATE subscription SET "trialStart" = now() - interval '1 day'`);
  expect(await begun()).toEqual([]);
  await client.query(`CREATE TEMP TABLE same AS TABLE subscription; DELETE FROM subscription;
    INSERT INTO subscription TABLE same`);
  expect(await begun()).toEqual([id]);
});

test.each(['subscription', 'payment'])(
  'a %s of an account whose address is not proven leaves word of it',
  async (table) => {
    await client.query(
      `INSERT INTO "user" (id, name, email) VALUES ('userId', 'A', 'a@example.com') ON CONFLICT DO NOTHING`,
    );
    await client.query(`UPDATE "user" SET "emailVerified" = true`);
    await insert(table);
    expect(await words('unproven_purchase', 'userId')).toEqual([]);
    await client.query(`UPDATE "user" SET "emailVerified" = false`);
    await insert(table);
    expect(await words('unproven_purchase', 'userId')).toEqual(['userId']);
  },
);
