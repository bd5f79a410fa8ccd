import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Pool } from '../../database/client.ts';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import type { Billing } from '../context.ts';
import { trimLedger } from './trimLedger.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(() => sql('TRUNCATE webhook_event'));

const billing = () => app.deps.billing;
const sql = (text: string, values: unknown[] = []) => billing().database.jobPool.query(text, values);

/** `many` rows of that age, with inline bodies. */
const fill = (many: number, days: number, outcome = 'applied') =>
  sql(
    `INSERT INTO webhook_event (provider, "eventId", outcome, body, "receivedAt")
    SELECT 'alpha', $3 || ' ' || $2 || ' ' || n, $3, '{}', now() - $2::int * interval '1 day' FROM generate_series(1, $1::int) n`,
    [many, days, outcome],
  );
const left = async () => {
  const { rows } =
    await sql(`SELECT outcome, (now()::date - "receivedAt"::date)::int AS days, body IS NOT NULL AS body, count(*)::int
    FROM webhook_event GROUP BY 1, 2, 3 ORDER BY 1, 2`);
  return rows.map(({ outcome, days, body, count }) => `${count} ${outcome} of ${days} days${body ? ' with body' : ''}`);
};

test('bodies are dropped after the set days, rows after twice that, open events after their own limit', async () => {
  for (const days of [400, 61, 59, 31, 29])
    for (const outcome of ['applied', 'stale', 'ignored', 'failed', 'unmatched']) await fill(3, days, outcome);
  const trimmed = await trimLedger(billing(), { ledgerDays: 30, waitingDays: 365 });
  expect(trimmed).toEqual({ bodies: 18, rows: 18, waiting: 6 });
  const settled = (outcome: string) => [
    `3 ${outcome} of 29 days with body`,
    `3 ${outcome} of 31 days`,
    `3 ${outcome} of 59 days`,
  ];
  const waits = (outcome: string) => [29, 31, 59, 61].map((days) => `3 ${outcome} of ${days} days with body`);
  expect(await left()).toEqual([
    ...settled('applied'),
    ...waits('failed'),
    ...settled('ignored'),
    ...settled('stale'),
    ...waits('unmatched'),
  ]);
  expect(await trimLedger(billing(), { ledgerDays: 30, waitingDays: 365 })).toEqual({ bodies: 0, rows: 0, waiting: 0 });
});

test.each([
  [{ ledgerDays: 0, waitingDays: 365 }, ['2 applied of 400 days with body']],
  [{ ledgerDays: 30, waitingDays: 0 }, ['2 failed of 400 days with body']],
  [{ ledgerDays: 0, waitingDays: 0 }, ['2 applied of 400 days with body', '2 failed of 400 days with body']],
])('%j: 0 days means forever', async (retention, expected) => {
  await fill(2, 400);
  await fill(2, 400, 'failed');
  await trimLedger(billing(), retention);
  expect(await left()).toEqual(expected);
});

test('an event that was applied late is dropped by its age, with its body', async () => {
  await fill(1, 40, 'unmatched');
  await fill(1, 35);
  await sql(`UPDATE webhook_event SET outcome = 'applied'`);
  expect(await trimLedger(billing(), { ledgerDays: 30, waitingDays: 365 })).toMatchObject({ bodies: 2 });
});

test('20,000 rows are dropped in slices: a concurrent writer waits for one slice at most', async () => {
  await fill(20_000, 70);
  await fill(20_000, 40);
  await fill(1_000, 1);
  const writer = new pg.Client({ connectionString: app.deps.settings.databaseUrl });
  await writer.connect();
  let done = false;
  const waits: number[] = [];
  const touching = (async () => {
    while (!done) {
      const begun = performance.now();
      await writer.query(`UPDATE webhook_event SET deliveries = deliveries + 1 WHERE id IN
        (SELECT id FROM webhook_event WHERE body IS NOT NULL ORDER BY id LIMIT 1 OFFSET 50)`);
      waits.push(performance.now() - begun);
    }
  })();
  const begun = performance.now();
  expect(await trimLedger(billing(), { ledgerDays: 30, waitingDays: 365 })).toMatchObject({
    bodies: 20_000,
    rows: 20_000,
  });
  const took = performance.now() - begun;
  done = true;
  await touching;
  await writer.end();
  expect(waits.length).toBeGreaterThan(10);
  expect(Math.max(...waits)).toBeLessThan(Math.max(1_000, took / 2));
  expect(await left()).toEqual(['1000 applied of 1 days with body', '20000 applied of 40 days']);
});

test('it stops between two slices, and the next run does the rest', async () => {
  await fill(5_000, 70);
  const stop = new AbortController();
  setTimeout(() => stop.abort(new Error('stopped')), 20);
  await trimLedger(billing(), { ledgerDays: 30, waitingDays: 365 }, stop.signal).catch(() => undefined);
  await trimLedger(billing(), { ledgerDays: 30, waitingDays: 365 });
  expect(await left()).toEqual([]);
});

test('it ends at the first row that is too young, however many follow', async () => {
  await fill(100, 70);
  await fill(50_000, 5);
  await sql('VACUUM ANALYZE webhook_event');
  const read = await readBy((given) => trimLedger(given, { ledgerDays: 30, waitingDays: 365 }));
  expect(read).toBeGreaterThan(100);
  expect(read).toBeLessThan(10_000);
});

/** How many ledger rows the work reads by any index, counted in a transaction that excludes other readers. */
async function readBy(work: (given: Billing) => Promise<unknown>): Promise<number> {
  const { database, ...rest } = billing();
  const client = await database.jobPool.connect();
  const jobPool: Pool = Object.assign(Object.create(database.jobPool), { query: client.query.bind(client) });
  const reads = async () => {
    const { rows } = await client.query<{ read: number }>(`SELECT (seq_tup_read + idx_tup_fetch)::int AS read
      FROM pg_stat_xact_user_tables WHERE relname = 'webhook_event'`);
    return rows[0]?.read ?? 0;
  };
  await client.query('BEGIN');
  const before = await reads();
  await work({ ...rest, database: { ...database, jobPool } });
  const read = (await reads()) - before;
  await client.query('COMMIT');
  client.release();
  return read;
}
