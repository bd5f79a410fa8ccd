import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts';
import { toInstant } from '../records/instant.ts';
import { applyBatch } from './applyBatch.ts';
import { decide } from './decide.ts';
import { type ProviderEvent, toProviderEvent } from './event.ts';
import { askedOf, readStatements } from './readKnown.ts';
import { NOTHING_KNOWN } from './rules/known.ts';
import { PENDING_LINKS } from './sql/pendingLinks.ts';
import type { RecordTable } from './sql/writeStatement.ts';
import { toWrite } from './toWrite.ts';
import { queryOf, type Write } from './write.ts';

const ROWS = 20_000;

let database: TestDatabase;
let pool: pg.Pool;
let client: pg.PoolClient;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 1, options: '-c TimeZone=UTC' });
  client = await pool.connect();
}, 60_000);
afterAll(async () => {
  client.release();
  await pool.end();
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

/** Events that each create or change one record of each kind, end a checkout, and name a user by reference. */
function events(count: number, at = 0): ProviderEvent[] {
  return Array.from({ length: count }, (_, n) => {
    const occurredAt = new Date(Date.UTC(2026, 0, 5, 12) + at).toISOString();
    const event = {
      id: `evt_new_${n}_${at}`,
      type: 'subscription.updated' as const,
      nativeType: 'x',
      provider: 'alpha',
    };
    const customer = { providerCustomerId: `cus_new_${n}`, userId: `u${n}`, email: 'b@example.com', explicit: true };
    const subscription = { kind: 'state' as const, providerSubscriptionId: `sub_new_${n}`, status: 'active' as const };
    const payment = { providerPaymentId: `in_new_${n}`, type: 'subscription' as const, status: 'succeeded' as const };
    const checkout = { completedCheckoutId: `cs_${n}`, referenceUserId: `u${n}` };
    return toProviderEvent({
      event: { ...event, occurredAt, data: {}, rawEvent: {} },
      body: Buffer.from('{}'),
      result: { customer, subscription, payment, ...checkout, warnings: [] },
    });
  });
}

const NOW = toInstant('2026-01-05T12:00:00Z');

/**
 * What the events write: on an empty database all rows are new; applied twice in a row, all are changed, locked and
 * refetched.
 */
function writes(count: number, which: 'new' | 'known'): Write[] {
  return events(count).map((event) => {
    const decision = decide(event, NOTHING_KNOWN, NOW);
    const made = toWrite(event, NOTHING_KNOWN, decision);
    if (which === 'new') return made;
    const changed = (table: RecordTable) => made.rows[table].map((row) => ({ ...row, version: 2 }));
    const rows = {
      customer: changed('customer'),
      subscription: changed('subscription'),
      payment: changed('payment'),
      refund: changed('refund'),
    };
    const held = { customer: made.rows.customer[0] ?? null, subscription: made.rows.subscription[0] ?? null };
    const known = { ledger_id: '1', earlier: 'failed', refetch_key: 'sub_1', held: 4 };
    return { ...made, rows, held, event: { ...made.event, ...known } };
  });
}

/** What most events write: new to the ledger, nothing held; `plain`: each changes nothing but a subscription. */
function frequent(count: number, which: 'changed' | 'plain'): Write[] {
  return writes(count, 'known').map((write) => {
    const rows = which === 'plain' ? { ...write.rows, customer: [], payment: [] } : write.rows;
    const quiet = which === 'plain' ? { checkout_session: undefined, refetch_key: undefined, held: 1 } : { held: 3 };
    return { ...write, rows, held: {}, event: { ...write.event, ledger_id: undefined, ...quiet } };
  });
}

/** The statement's name, and what it writes. */
const WRITES: Record<string, (count: number) => Write[]> = {
  'write new +csp ~ = checkout owner': (count) => writes(count, 'new'),
  'write known + ~csp =csp refetch checkout owner': (count) => writes(count, 'known'),
  'write new + ~csp =csp refetch checkout owner': (count) => frequent(count, 'changed'),
  'write new + ~s =s owner': (count) => frequent(count, 'plain'),
};

const TABLES = 'customer|subscription|payment|refund|webhook_event|checkout|refetch|user';

const literal = (value: unknown): string => {
  if (value == null) return 'NULL';
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  return Array.isArray(value) ? `'{${value}}'` : client.escapeLiteral(String(value));
};

async function scansOf(name: string, values: readonly unknown[]): Promise<string[]> {
  const { rows } = await client.query(`EXPLAIN EXECUTE ${name} (${values.map(literal).join(', ')})`);
  return rows
    .map((row) => String(row['QUERY PLAN']))
    .filter((line) => new RegExp(`Seq Scan on "?(${TABLES})\\b`).test(line));
}

const types = (values: readonly unknown[]) =>
  values.map((value) => (Buffer.isBuffer(value) ? 'bytea' : Array.isArray(value) ? 'int[]' : 'text')).join(', ');

interface Prepared {
  name: string;
  text: string;
  /** For a batch of so many. */
  values(count: number): unknown[];
  types: string;
}

function statements(): Prepared[] {
  const asked = (count: number) => [JSON.stringify(events(count).map(askedOf))];
  const reads = Object.entries(readStatements).map(
    ([scope, text]): Prepared => ({ name: `known_${scope}`, text, values: asked, types: 'text' }),
  );
  const written = Object.values(WRITES).map((made, index): Prepared => {
    const query = (count: number) => queryOf(made(count), '2026-01-05');
    const { text, values } = query(1);
    return { name: `write_${index}`, text, values: (count) => query(count).values, types: types(values) };
  });
  const looks = { name: 'look', text: PENDING_LINKS, values: () => [['c1', 's1'], ['s1']], types: 'text[], text[]' };
  return [...reads, ...written, looks];
}

// A newly set-up service plans on empty tables and keeps the plan, so it must also suit large ones.
test('plans made on empty tables, or on 20,000 rows each, scan no table whole', {
  timeout: 240_000,
}, async () => {
  const all = statements();
  for (const [name, made] of Object.entries(WRITES)) expect(queryOf(made(2), null).name).toBe(name);
  for (const { name, text, types: parameters } of all)
    await client.query(`PREPARE ${name} ${parameters && `(${parameters})`} AS ${text}`);
  for (const mode of ['force_generic_plan', 'force_custom_plan', 'large', 'force_custom_plan']) {
    if (mode === 'large') {
      for (const sql of FILL) await client.query(sql);
      await client.query('ANALYZE customer, subscription, payment, webhook_event');
      await client.query('SET plan_cache_mode = force_generic_plan');
    } else await client.query(`SET plan_cache_mode = ${mode}`);
    for (const { name, values } of all) {
      // Each check concerns one event's records; with few rows a scan of the whole table is fine.
      const isSmall = name === 'look' && mode !== 'large';
      for (const count of [1, 64])
        expect({ name, mode, scans: isSmall ? [] : await scansOf(name, values(count)) }).toEqual({
          name,
          mode,
          scans: [],
        });
    }
  }
});

test('on 20,000 rows in each table a batch of 64 takes milliseconds', async () => {
  await client.query('RESET plan_cache_mode');
  const querying = { query: client.query.bind(client) } as unknown as pg.Pool;
  for (const at of [0, 1_000]) {
    const begun = performance.now();
    const applied = await applyBatch(querying, events(64, at));
    expect(new Set(applied.map(({ outcome }) => outcome))).toEqual(new Set(['applied']));
    expect(performance.now() - begun).toBeLessThan(1_000);
  }
});
