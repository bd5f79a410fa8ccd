import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fill } from '../../bench/fill.ts';
import { cookieOf } from '../../bench/sessions.ts';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { createTestDatabase } from '../../testing/database/database.ts';
import { recordStatements, type Statement } from '../../testing/database/statements.ts';
import { READ_SESSION, READ_SUBSCRIBER } from './sessions.ts';
import { READ_LATEST } from './subscriptions.ts';

const ROWS = 20_000;
const LARGE = /Seq Scan on "?(customer|subscription|payment|webhook_event|session|user)\b/;

let app: TestApp;
let client: pg.Client;
let statements: Statement[];

beforeAll(async () => {
  app = await startTestApp({ OPERATOR_EMAILS: 'user_7@example.com' });
  await app.deps.worker.stop();
  const { databaseUrl } = app.deps.settings;
  client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await fill(databaseUrl, { people: ROWS, subscriptions: ROWS, ledgerRows: ROWS });
  await client.query(`
    INSERT INTO payment (id, "userId", "subscriptionId", provider, "providerPaymentId", type, status, amount, currency)
      SELECT 'p' || n, 'user_' || n % 5000, 's' || n, 'alpha', 'in_' || n, 'subscription', 'succeeded', '9.90', 'usd'
      FROM generate_series(1, ${ROWS}) n`);
  await client.query(`UPDATE "user" SET "emailVerified" = true WHERE id = 'user_7'`);
  await client.query('ANALYZE payment');
  statements = recordStatements(app.deps.billing.database.pool);
}, 120_000);
afterAll(async () => {
  await client.end();
  await app.close();
});

const trpc = (procedure: string, input?: unknown) =>
  `/api/trpc/${procedure}${input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`}`;

test.each([
  '/api/payments/subscription',
  trpc('subscription.current'),
  trpc('subscription.access'),
  trpc('payments.list'),
  trpc('payments.list', { cursor: 'p5007' }),
  trpc('operator.deliveries'),
  trpc('operator.deliveries', { cursor: `${ROWS / 2}` }),
  trpc('operator.deliveries', { outcome: 'failed' }),
  trpc('operator.deliveries', { userId: 'user_7' }),
  trpc('operator.explain', 'user_7'),
])('on 20,000 rows each, no statement of %s scans a whole table', async (path) => {
  statements.length = 0;
  const response = await app.call(path, { headers: { cookie: cookieOf(7, app.deps.settings.keys.sessions) } });
  expect(response.status).toBe(200);
  const asked = statements.filter(({ text }) => /^\s*SELECT/i.test(text));
  expect(asked.length).toBeGreaterThan(0);
  for (const { text, values } of asked) {
    const { rows } = await client.query({ text: `EXPLAIN ${text}`, values });
    const plan = rows.map((row) => String(row['QUERY PLAN'])).join('\n');
    expect({ text, plan: LARGE.test(plan) ? plan : 'by index' }).toEqual({ text, plan: 'by index' });
  }
});

// A newly set-up service plans on empty tables and keeps the plan, so it must also suit large ones.
test('plans of prepared reads use the indexes even if made on empty tables', async () => {
  const empty = await createTestDatabase();
  const fresh = new pg.Client({ connectionString: empty.url });
  await fresh.connect();
  await fresh.query('SET plan_cache_mode = force_generic_plan');
  const reads = [READ_SESSION, READ_SUBSCRIBER, READ_LATEST];
  for (const [index, { text }] of reads.entries()) {
    await fresh.query(`PREPARE read_${index} (text) AS ${text}`);
    const { rows } = await fresh.query(`EXPLAIN EXECUTE read_${index} ('x')`);
    expect(rows.map((row) => String(row['QUERY PLAN'])).filter((line) => LARGE.test(line))).toEqual([]);
  }
  await fresh.end();
  await empty.drop();
});
