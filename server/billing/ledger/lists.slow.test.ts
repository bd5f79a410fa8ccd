import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { recordStatements, type Statement } from '../../testing/database/statements.ts';
import { firstIdSince } from './firstIdSince.ts';
import { type LedgerFilter, listLedger } from './ledger.ts';
import { searchLedger } from './searchLedger.ts';

const ROWS = 60_000;
/** The most rows that one page may read, and a statement's share of it. */
const MOST_READ = 2_000;

let app: TestApp;
let statements: Statement[];
/** When the newest row was received. Ages are told from here: filling the table takes seconds. */
const NEWEST = new Date();

// The rows that operators look for are older than everything else.
beforeAll(async () => {
  app = await startTestApp();
  const { pool, jobPool } = app.deps.billing.database;
  statements = recordStatements(pool);
  await jobPool.query(
    `INSERT INTO webhook_event (provider, "eventId", type, "nativeType", outcome, "userId", "receivedAt")
      SELECT 'alpha', 'evt_' || n, CASE WHEN n % 5 > 0 THEN 'subscription.updated' END,
        CASE WHEN n <= 40 THEN 'rare.native' WHEN n % 5 > 0 THEN 'customer.subscription.updated' ELSE 'invoice.created' END,
        CASE WHEN n <= 30 THEN 'failed' WHEN n % 5 > 0 THEN 'applied' ELSE 'ignored' END,
        'u' || n % 1000, $1::timestamptz - (${ROWS} - n) * interval '1 second'
      FROM generate_series(1, ${ROWS}) n`,
    [NEWEST],
  );
  await jobPool.query(`UPDATE webhook_event SET type = 'customer.deleted' WHERE id BETWEEN 100 AND 139`);
  await jobPool.query('VACUUM ANALYZE webhook_event');
}, 120_000);
afterAll(() => app.close());

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
}

/** Rows of the ledger that these statements read. */
async function rowsRead(sent: readonly Statement[]): Promise<number> {
  const sum = (node: Node): number => {
    const read =
      node['Relation Name'] === 'webhook_event' ? node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) : 0;
    return read * node['Actual Loops'] + (node.Plans ?? []).reduce((total, child) => total + sum(child), 0);
  };
  let read = 0;
  for (const { text, values } of sent) {
    if (!text.includes('webhook_event')) continue;
    const { rows } = await app.deps.billing.database.pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
    read += sum(rows[0]['QUERY PLAN'][0].Plan);
  }
  return read;
}

const sentBy = async (work: () => Promise<unknown>) => {
  const begun = statements.length;
  await work();
  return statements.slice(begun);
};

const since = (seconds: number) => new Date(NEWEST.getTime() - seconds * 1_000);

test.each<[string, () => LedgerFilter, number]>([
  ['failed', () => ({ outcome: 'failed' }), 30],
  ['one of our types', () => ({ type: 'customer.deleted' }), 40],
  ["one of the provider's types", () => ({ type: 'rare.native' }), 40],
  ['a type that there is none of', () => ({ type: 'no.such.type' }), 0],
  ['a common type', () => ({ type: 'subscription.updated' }), 50],
  ['an outcome that there is none of', () => ({ outcome: 'unmatched' }), 0],
  ['the last half minute', () => ({ since: since(29) }), 30],
  ['failures of the last hour', () => ({ since: since(3_600), outcome: 'failed' }), 0],
  ['one user', () => ({ userId: 'u77' }), 50],
])('%s: a page reads little more than what it shows', async (_what, filter, expected) => {
  const { billing } = app.deps;
  const { entries } = await listLedger(billing, filter(), { limit: 50 });
  expect(entries).toHaveLength(expected);
  const sent = await sentBy(() => listLedger(billing, filter(), { limit: 50 }));
  expect(await rowsRead(sent)).toBeLessThan(MOST_READ);
});

test('pages of a type have no gaps or repeats, by either of its names', async () => {
  const { billing } = app.deps;
  await billing.database.pool.query(`UPDATE webhook_event SET type = 'order.paid' WHERE id BETWEEN 500 AND 509`);
  await billing.database.pool.query(
    `UPDATE webhook_event SET "nativeType" = 'order.paid' WHERE id BETWEEN 505 AND 519`,
  );
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listLedger(billing, { type: 'order.paid' }, { cursor, limit: 3 });
    seen.push(...page.entries.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen).toEqual(Array.from({ length: 20 }, (_, index) => `${519 - index}`));
});

test('a whole event id is found at once', async () => {
  const sent = await sentBy(async () => {
    const { entries } = await searchLedger(app.deps.billing, { text: 'evt_7' }, { limit: 25 });
    expect(entries.map(({ eventId }) => eventId)).toEqual(['evt_7']);
  });
  expect(await rowsRead(sent)).toBeLessThan(10);
});

test('the first id since a time takes about twenty steps, even before the first or after the last row', async () => {
  const { pool } = app.deps.billing.database;
  const sent = await sentBy(() => firstIdSince(pool, since(1_000)));
  expect(await rowsRead(sent)).toBeLessThan(60);
  const { rows } = await pool.query('SELECT min(id)::int AS id FROM webhook_event WHERE "receivedAt" >= $1', [
    since(1_000),
  ]);
  const found = Number(await firstIdSince(pool, since(1_000)));
  expect(found).toBeLessThanOrEqual(rows[0].id);
  expect(rows[0].id - found).toBeLessThan(70);
  expect(await firstIdSince(pool, new Date(0))).toBe(1n);
  expect(Number(await firstIdSince(pool, new Date(Date.now() + 3_600_000)))).toBe(ROWS + 1);
});
