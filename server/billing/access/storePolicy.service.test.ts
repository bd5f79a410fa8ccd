import pg from 'pg';
import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app/app.ts';
import { mayComplain } from '../../testing/run/complaints.ts';
import { storePolicy } from './storePolicy.ts';

const POLICY = `SELECT policy, "writtenAt" FROM access_policy`;

test('the policy is written when it changes, and a read-only database does not prevent the start', async () => {
  mayComplain(/access views still use an older plans file/);
  const app = await startTestApp();
  const { billing } = app.deps;
  await storePolicy(billing);
  const { rows: first } = await billing.database.pool.query(POLICY);
  await storePolicy(billing);
  expect((await billing.database.pool.query(POLICY)).rows).toEqual(first);

  const pool = new pg.Pool({
    connectionString: app.deps.settings.databaseUrl,
    options: '-c default_transaction_read_only=on',
  });
  const database = { ...billing.database, pool };
  const plans = { ...billing.plans, access: { ...billing.plans.access, past_due_days: 99 } };
  await storePolicy({ ...billing, database, plans });
  expect((await pool.query(POLICY)).rows).toEqual(first);
  await pool.end();
  await storePolicy({ ...billing, plans });
  expect((await billing.database.pool.query(POLICY)).rows).not.toEqual(first);
  await app.close();
});
