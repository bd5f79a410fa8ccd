import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { test as base, expect, vi } from 'vitest';
import { createTestDatabase } from '../../testing/database/database.ts';
import { type ServiceProcess, settingsFor, startService } from '../../testing/faults/parts/service.ts';

interface House {
  pool: pg.Pool;
  /** Starts the service at a company that knows nothing. */
  start(company?: { answersAfterMs: number }): Promise<void>;
}

const test = base.extend<{ house: House }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the required fixtures from this pattern
  house: async ({}, use) => {
    const database = await createTestDatabase();
    const pool = new pg.Pool({ connectionString: database.url });
    let answersAfterMs = 0;
    let service: ServiceProcess | undefined;
    const company = createServer(async ({ url = '' }, response) => {
      await sleep(answersAfterMs);
      const isList = /^\/v1\/(checkout\/)?\w+(\?|$)/.test(url);
      response.writeHead(isList ? 200 : 404, { 'content-type': 'application/json', date: new Date().toUTCString() });
      const unknown = { error: { type: 'invalid_request_error', message: 'no such thing' } };
      response.end(JSON.stringify(isList ? { object: 'list', data: [], has_more: false } : unknown));
    });
    await new Promise<void>((resolve) => company.listen(0, '127.0.0.1', resolve));
    const start = async (how?: { answersAfterMs: number }) => {
      answersAfterMs = how?.answersAfterMs ?? 0;
      const companyUrl = `http://127.0.0.1:${(company.address() as AddressInfo).port}`;
      const settings = settingsFor(database.url, companyUrl);
      service = await startService({ ...settings, DRAINING_PROVIDERS: '', RECONCILE_EVERY: '1s', LEDGER_DAYS: '1' });
    };
    await use({ pool, start });
    await service?.remove();
    company.closeAllConnections();
    await new Promise((resolve) => company.close(resolve));
    await pool.end();
    await database.drop();
  },
});

const count = async (pool: pg.Pool, sql: string) =>
  Number((await pool.query(`SELECT count(*) FROM ${sql}`)).rows[0].count);
const oldRows = (pool: pg.Pool) => count(pool, `webhook_event WHERE "receivedAt" < now() - interval '2 days'`);
const reconciles = (pool: pg.Pool) => count(pool, 'reconcile_run WHERE "finishedAt" IS NOT NULL');
const within = (seconds: number, check: () => Promise<void>) =>
  vi.waitFor(check, { timeout: seconds * 1_000, interval: 200 });

const fill = (pool: pg.Pool, many: number, days: number) =>
  pool.query(
    `INSERT INTO webhook_event (provider, "eventId", outcome, "userId", body, "receivedAt")
    SELECT 'alpha', 'old_' || n, 'applied', 'u' || n % 1000, repeat('x', 900), now() - $2 * interval '1 day' FROM generate_series(1, $1) n`,
    [many, days],
  );

// Each waits for jobs of a minute most of its time.
// Security finding 6 (a).
test.concurrent('an erased subscription that the provider does not know blocks neither retention nor reconcile', {
  timeout: 120_000,
}, async ({ house: { pool, start } }) => {
  await pool.query(
    `INSERT INTO subscription (id, "userId", provider, "providerSubscriptionId", status, plan, "interval", amount, currency,
      "currentPeriodStart", "currentPeriodEnd")
    VALUES ('sub_gone', 'gone', 'alpha', 'sub_gone', 'active', 'pro', 'month', '9.90', 'usd', now(), now())`,
  );
  await pool.query(`INSERT INTO erased_user ("userId") VALUES ('gone')`);
  await fill(pool, 100, 10);
  await start();
  await within(75, async () => expect(await reconciles(pool)).toBeGreaterThan(1));
  await within(5, async () => expect(await oldRows(pool)).toBe(0));
  await within(10, async () =>
    expect((await pool.query('SELECT job, key, "lastError" FROM retry')).rows).toEqual([
      {
        job: 'erased subscriptions',
        key: 'sub_gone',
        lastError: 'The provider does not know this subscription',
      },
    ]),
  );
});

// 6 (b): LEDGER_DAYS was lowered, or set for the first time.
test.concurrent('150,000 expired rows are trimmed while reconcile continues', { timeout: 300_000 }, async ({
  house: { pool, start },
}) => {
  await fill(pool, 150_000, 10);
  await start();
  await within(75, async () => expect(await reconciles(pool)).toBeGreaterThan(1));
  await within(120, async () => expect(await oldRows(pool)).toBe(0));
});

// 6 (c).
test.concurrent('while a reconcile takes long, deleted people are blanked within a minute', {
  timeout: 180_000,
}, async ({ house: { pool, start } }) => {
  await pool.query(`INSERT INTO customer (id, "userId", provider, "providerCustomerId", email)
    SELECT 'c' || n, 'u' || n, 'alpha', 'cus_' || n, 'a@example.com' FROM generate_series(1, 3000) n`);
  await start({ answersAfterMs: 2_000 });
  await within(75, async () => expect(await count(pool, 'reconcile_run')).toBe(1));
  await sleep(2_000);
  await pool.query(`INSERT INTO erased_user ("userId") VALUES ('u2999')`);
  await within(75, async () => expect(await count(pool, `customer WHERE "userId" = 'u2999' AND email <> ''`)).toBe(0));
  expect(await reconciles(pool)).toBe(0);
});
