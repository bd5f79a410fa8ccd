import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts';
import { type ServiceProcess, settingsFor, startService } from '../../testing/faults/parts/service.ts';

let database: TestDatabase;
let pool: pg.Pool;
let company: Server;
let service: ServiceProcess | undefined;
/** How long a call of the sandbox's API takes. */
let answersAfterMs: number;

beforeEach(async () => {
  answersAfterMs = 0;
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  company = createServer(async ({ url = '' }, response) => {
    await sleep(answersAfterMs);
    const isList = /^\/v1\/(checkout\/)?\w+(\?|$)/.test(url);
    response.writeHead(isList ? 200 : 404, { 'content-type': 'application/json', date: new Date().toUTCString() });
    const unknown = { error: { type: 'invalid_request_error', message: 'no such thing' } };
    response.end(JSON.stringify(isList ? { object: 'list', data: [], has_more: false } : unknown));
  });
  await new Promise<void>((resolve) => company.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await service?.remove();
  service = undefined;
  company.closeAllConnections();
  await new Promise((resolve) => company.close(resolve));
  await pool.end();
  await database.drop();
});

async function start(environment: Record<string, string>) {
  const companyUrl = `http://127.0.0.1:${(company.address() as AddressInfo).port}`;
  service = await startService({
    ...settingsFor(database.url, companyUrl),
    DRAINING_PROVIDERS: '',
    RECONCILE_EVERY: '1s',
    LEDGER_DAYS: '1',
    ...environment,
  });
}

const count = async (sql: string) => Number((await pool.query(`SELECT count(*) FROM ${sql}`)).rows[0].count);
const oldRows = () => count(`webhook_event WHERE "receivedAt" < now() - interval '2 days'`);
const reconciles = () => count('reconcile_run WHERE "finishedAt" IS NOT NULL');
const within = (seconds: number, check: () => Promise<void>) =>
  vi.waitFor(check, { timeout: seconds * 1_000, interval: 200 });

const fill = (many: number, days: number) =>
  pool.query(
    `INSERT INTO webhook_event (provider, "eventId", outcome, "userId", body, "receivedAt")
    SELECT 'alpha', 'old_' || n, 'applied', 'u' || n % 1000, repeat('x', 900), now() - $2 * interval '1 day' FROM generate_series(1, $1) n`,
    [many, days],
  );

const subscribe = (userId: string) =>
  pool.query(
    `INSERT INTO subscription (id, "userId", provider, "providerSubscriptionId", status, plan, "interval", amount, currency,
      "currentPeriodStart", "currentPeriodEnd") VALUES ($1, $2, 'alpha', $1, 'active', 'pro', 'month', '9.90', 'usd', now(), now())`,
    [`sub_${userId}`, userId],
  );

// Security finding 6 (a).
test('an erased subscription that the provider does not know blocks neither retention nor reconcile', {
  timeout: 120_000,
}, async () => {
  await subscribe('gone');
  await pool.query(`INSERT INTO erased_user ("userId") VALUES ('gone')`);
  await fill(100, 10);
  await start({});
  await within(75, async () => expect(await reconciles()).toBeGreaterThan(1));
  await within(5, async () => expect(await oldRows()).toBe(0));
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
test('150,000 expired rows are trimmed while reconcile continues', { timeout: 300_000 }, async () => {
  await fill(150_000, 10);
  await start({});
  await within(75, async () => expect(await reconciles()).toBeGreaterThan(1));
  await within(120, async () => expect(await oldRows()).toBe(0));
});

// 6 (c).
test('while a reconcile takes long, deleted people are blanked within a minute', { timeout: 180_000 }, async () => {
  await pool.query(`INSERT INTO customer (id, "userId", provider, "providerCustomerId", email)
    SELECT 'c' || n, 'u' || n, 'alpha', 'cus_' || n, 'a@example.com' FROM generate_series(1, 3000) n`);
  answersAfterMs = 2_000;
  await start({});
  await within(75, async () => expect(await count('reconcile_run')).toBe(1));
  await sleep(2_000);
  await pool.query(`INSERT INTO erased_user ("userId") VALUES ('u2999')`);
  await within(75, async () => expect(await count(`customer WHERE "userId" = 'u2999' AND email <> ''`)).toBe(0));
  expect(await reconciles()).toBe(0);
});
