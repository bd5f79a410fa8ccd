import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, runSql, type TestDatabase } from '../server/testing/database/database.ts';
import { describeBeyondPrisma, describeCatalog } from './catalog.ts';
import { diffToSql } from './engine.ts';
import { prismaFolder } from './migrationFiles.ts';

let migrated: TestDatabase;
let direct: TestDatabase;

beforeAll(async () => {
  [migrated, direct] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await runSql(direct.url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  const schema = await readFile(join(prismaFolder(), 'schema.prisma'), 'utf8');
  await runSql(direct.url, await diffToSql({ from: 'empty', to: schema }));
});
afterAll(() => Promise.all([migrated.drop(), direct.drop()]));

test('the migrations create the schema of schema.prisma (if not, run: npm run db:diff -- <name>)', async () => {
  const catalog = await describeCatalog(migrated.url);
  expect(catalog).toContain('table subscription');
  expect(catalog).toEqual(await describeCatalog(direct.url));
});

test('lists all objects that schema.prisma cannot describe', async () => {
  expect(await describeBeyondPrisma(migrated.url)).toEqual([
    'check duplicate_state_known on duplicate',
    'check late_charge_state_known on late_charge',
    'check payment_dispute_known on payment',
    'check payment_status_known on payment',
    'check payment_type_known on payment',
    'check payment_written_off_known on payment',
    'check refund_kind_known on refund',
    'check refund_status_known on refund',
    'check subscription_reported_status_known on subscription',
    'check subscription_standing_known on subscription',
    'check subscription_status_known on subscription',
    'check webhook_event_outcome_known on webhook_event',
    'function note_owner()',
    'function note_trial()',
    'function note_unproven_purchase()',
    'function raise_version()',
    'function refuse_audit_change()',
    'trigger audit_append_only on audit',
    'trigger customer_version on customer',
    'trigger grant_owner on access_grant',
    'trigger payment_owner on payment',
    'trigger payment_unproven on payment',
    'trigger payment_version on payment',
    'trigger subscription_owner on subscription',
    'trigger subscription_unproven on subscription',
    'trigger subscription_version on subscription',
    'trigger trial_begun on subscription',
    'view billing_v1.access',
    'webhook_event_body partitioned by RANGE (day)',
  ]);
});

test.each([
  ['a column', 'ALTER TABLE payment ADD COLUMN extra text'],
  ['a type', 'ALTER TABLE payment ALTER COLUMN description TYPE varchar(20)'],
  ['a default', `ALTER TABLE payment ALTER COLUMN description SET DEFAULT ''`],
  ['a NOT NULL', 'ALTER TABLE payment ALTER COLUMN amount DROP NOT NULL'],
  ['an index', 'DROP INDEX "customer_provider_providerCustomerId_key"'],
  ['an index’s order', 'CREATE INDEX extra ON payment ("userId" DESC)'],
  ['a constraint', 'ALTER TABLE payment ADD UNIQUE ("receiptUrl")'],
  ['a foreign key', 'ALTER TABLE session DROP CONSTRAINT "session_userId_fkey"'],
  ['a table', 'CREATE TABLE extra ()'],
])('detects a difference in %s', async (_what, change) => {
  const changed = await createTestDatabase();
  await runSql(changed.url, change);
  expect(await describeCatalog(changed.url)).not.toEqual(await describeCatalog(migrated.url));
  await changed.drop();
});

test.each([
  ['a check', 'ALTER TABLE payment ADD CHECK (length(currency) = 3)'],
  ['a trigger', 'DROP TRIGGER payment_version ON payment'],
  ['a function', 'CREATE FUNCTION extra() RETURNS int LANGUAGE sql RETURN 1'],
  ['a view', 'CREATE VIEW extra AS SELECT 1'],
  ['a partitioned table', 'CREATE TABLE extra (day date) PARTITION BY RANGE (day)'],
])('detects %s that is not listed', async (_what, change) => {
  const changed = await createTestDatabase();
  await runSql(changed.url, change);
  expect(await describeBeyondPrisma(changed.url)).not.toEqual(await describeBeyondPrisma(migrated.url));
  await changed.drop();
});
