import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { statementValues } from './applyEvents.ts';
import { applyStatements } from './applyStatement.ts';
import { toEventWrite } from './eventWrite.ts';
import { LOOK_AGAIN } from './sql/lookAgain.ts';

const ROWS = 100_000;
const scopes = ['subscriptions', 'everything'] as const;

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
}, 60_000);
afterAll(async () => {
  await client.end();
  await database.drop();
});

const FILL = [
  `INSERT INTO customer (id, "userId", provider, "providerCustomerId", email)
    SELECT 'c' || n, 'u' || n, 'alpha', 'cus_' || n, 'a@example.com' FROM generate_series(1, ${ROWS}) n`,
  `INSERT INTO subscription (id, "userId", "customerId", provider, "providerSubscriptionId", status, plan, "interval",
    amount, currency, "currentPeriodStart", "currentPeriodEnd")
    SELECT 's' || n, 'u' || n, 'c' || n, 'alpha', 'sub_' || n, 'active', 'pro', 'month', '9.90', 'usd', now(), now()
    FROM generate_series(1, ${ROWS}) n`,
  `INSERT INTO payment (id, "userId", "subscriptionId", provider, "providerPaymentId", type, status, amount, currency)
    SELECT 'p' || n, 'u' || n, 's' || n, 'alpha', 'in_' || n, 'subscription', 'succeeded', '9.90', 'usd'
    FROM generate_series(1, ${ROWS}) n`,
  `INSERT INTO webhook_event (provider, "eventId", outcome, "subscriptionId", body)
    SELECT 'alpha', 'evt_' || n, 'applied', 's' || n, '{}' FROM generate_series(1, ${ROWS}) n`,
];

/** The statement's arguments as SQL. */
function rows(count: number, at = 0): string {
  const writes = Array.from({ length: count }, (_, n) => {
    const event = {
      id: `evt_new_${n}_${at}`,
      type: 'subscription.updated' as const,
      nativeType: 'x',
      provider: 'alpha',
    };
    const customer = { providerCustomerId: `cus_new_${n}`, userId: `u${n}`, email: 'b@example.com', explicit: true };
    const subscription = { kind: 'state' as const, providerSubscriptionId: `sub_new_${n}`, status: 'active' as const };
    const payment = { providerPaymentId: `in_new_${n}`, type: 'subscription' as const, status: 'succeeded' as const };
    const result = { customer, subscription, payment, completedCheckoutId: `cs_${n}`, warnings: [] };
    const told = {
      ...event,
      occurredAt: new Date(Date.UTC(2026, 0, 5, 12) + at).toISOString(),
      data: {},
      rawEvent: {},
    };
    return { write: toEventWrite({ event: told, body: Buffer.from('{}'), result }), before: undefined };
  });
  const [columns, bodies, places, written, days] = statementValues(writes, '2100-01-01');
  return `${client.escapeLiteral(columns)}, '\\x${bodies.toString('hex')}', '{${places}}', '{${written}}', '${days}'`;
}

const TABLES = 'customer|subscription|payment|webhook_event|checkout|settlement|user';

async function scansOf(statement: string, argument: string): Promise<string[]> {
  const { rows: lines } = await client.query(`EXPLAIN EXECUTE ${statement} (${argument})`);
  return lines
    .map((line) => String(line['QUERY PLAN']))
    .filter((line) => new RegExp(`Seq Scan on "?(${TABLES})\\b`).test(line));
}

// A service that has just been set up plans on empty tables and keeps the plan: it must be one for large ones.
test('the plans that are made on empty tables read no table whole, nor those made on 100,000 rows each', {
  timeout: 60_000,
}, async () => {
  for (const scope of scopes)
    await client.query(`PREPARE ${scope} (text, bytea, int[], bool[], date) AS ${applyStatements[scope]}`);
  await client.query(`PREPARE look (text[]) AS ${LOOK_AGAIN}`);
  for (const mode of ['force_generic_plan', 'force_custom_plan', 'large', 'force_custom_plan']) {
    if (mode === 'large') {
      for (const sql of FILL) await client.query(sql);
      await client.query('ANALYZE customer, subscription, payment, webhook_event');
      await client.query('SET plan_cache_mode = force_generic_plan');
    } else await client.query(`SET plan_cache_mode = ${mode}`);
    for (const scope of scopes) for (const count of [1, 64]) expect(await scansOf(scope, rows(count))).toEqual([]);
  }
  await client.query('SET plan_cache_mode = force_generic_plan');
  expect(await scansOf('look', `'{c1,s1}'`)).toEqual([]);
});

test('on 100,000 rows in each table a batch of 64 takes milliseconds', async () => {
  await client.query(`EXECUTE everything (${rows(64)})`);
  const { rows: lines } = await client.query(`EXPLAIN (ANALYZE, BUFFERS) EXECUTE everything (${rows(64, 1_000)})`);
  const plan = lines.map((line) => String(line['QUERY PLAN'])).join('\n');
  const milliseconds = Number(/Execution Time: ([\d.]+)/.exec(plan)?.[1]);
  expect(plan).not.toMatch(/Seq Scan on (customer|subscription|payment|webhook_event)/);
  expect(milliseconds).toBeLessThan(500);
});
