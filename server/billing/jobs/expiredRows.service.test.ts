import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BUYERS_ADDRESSES } from '../../auth/addresses/askBuyers.ts';
import { MAIL_JOB } from '../../mail/outbox.ts';
import { packageRoot } from '../../settings/packageRoot.ts';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { createJobs } from '../sync/schedule.ts';
import { REFETCH } from '../sync/worker.ts';
import { EXPIRED_ROWS, expired, removeExpired } from './expiredRows.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const pool = () => app.deps.billing.database.jobPool;
const sql = async (text: string) => (await pool().query(text)).rows;

interface Line {
  tables: string[];
  until: string;
  job: string;
}

function page(): Line[] {
  const text = readFileSync(join(packageRoot(), 'server/docs/tables.md'), 'utf8');
  return [...text.matchAll(/^\| (`[^|]+`) \| [^|]+ \| ([^|]+) \| ?([^|]*) ?\|$/gm)].map(
    ([, cell = '', until = '', job = '']) => ({
      tables: [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
      until,
      job: job.trim().replaceAll('`', ''),
    }),
  );
}

test('every table of the database is on the page, with a job that exists or a reason', async () => {
  const rows = await sql(`SELECT c.relname AS name FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relname NOT LIKE '\\_%' ORDER BY 1`);
  const lines = page();
  expect(lines.flatMap(({ tables }) => tables).toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  const scheduled = createJobs(app.deps.billing, app.deps.settings).map(({ name }) => name);
  const jobs = new Set([...scheduled, MAIL_JOB, REFETCH, BUYERS_ADDRESSES]);
  expect(lines.filter(({ job }) => job !== '' && !jobs.has(job))).toEqual([]);
  expect(
    lines.filter(({ job, until }) => job === '' && !/kept|one row|replaced|trimmed|deleted|done/.test(until)),
  ).toEqual([]);
  const byJob = lines.filter(({ job }) => job === EXPIRED_ROWS).flatMap(({ tables }) => tables);
  expect(byJob.toSorted()).toEqual(Object.keys(expired).toSorted());
});

interface Aged {
  /** The columns, and their values for a row whose time was so many days ago. */
  columns: string;
  values(key: string, at: string): string;
  gone: number[];
  stays: number[];
}

const ages: Record<string, Aged> = {
  rate_limit: {
    columns: 'key, "resetAt", count',
    values: (key, at) => `'${key}', ${at}, 1`,
    gone: [0.001],
    stays: [-1],
  },
  session: {
    columns: 'id, token, "userId", "expiresAt"',
    values: (key, at) => `'${key}', '${key}', 'u', ${at}`,
    gone: [1.1],
    stays: [0.9, -1],
  },
  verification: {
    columns: 'id, identifier, value, "expiresAt"',
    values: (key, at) => `'${key}', 'x', 'x', ${at}`,
    gone: [1.1],
    stays: [0.9],
  },
  address_proof: {
    columns: 'id, "userId", kind, email, "expiresAt"',
    values: (key, at) => `'${key}', 'u', 'verify', 'u@example.com', ${at}`,
    gone: [30.1],
    stays: [29.9],
  },
  checkout: {
    columns: 'id, "userId", provider, plan, interval, "idempotencyKey", "expiresAt"',
    values: (key, at) => `'${key}', 'u', 'alpha', 'pro', 'month', '${key}', ${at}`,
    gone: [400.1],
    stays: [399.9],
  },
  lease: {
    columns: 'name, owner, "expiresAt"',
    values: (key, at) => `'${key}', 'x', ${at}`,
    gone: [0.05],
    stays: [0.03],
  },
  signing_key: {
    columns: 'kid, "publicKey", "privateKey", "signsFrom", "shownUntil"',
    values: (key, at) => `'${key}', '{}', '', now() - interval '9 days', ${at}`,
    gone: [1.1],
    stays: [0.9],
  },
  contract_request: {
    columns: 'id, kind, "userId", proven, email, wish, language, "closedAt"',
    values: (key, at) => `'${key}', 'cancel', 'u', true, 'u@example.com', 'now', 'en', ${at}`,
    gone: [1_097],
    stays: [1_090],
  },
  'contract_request of nobody': {
    columns: 'id, kind, proven, email, wish, language, "receivedAt"',
    values: (key, at) => `'${key}', 'cancel', false, 'x@example.com', 'now', 'en', ${at}`,
    gone: [400.1],
    stays: [399.9],
  },
  'contract_request that waits': {
    columns: 'id, kind, "userId", proven, email, wish, language, "receivedAt"',
    values: (key, at) => `'${key}', 'cancel', 'u', true, 'u@example.com', 'now', 'en', ${at}`,
    gone: [],
    stays: [5_000],
  },
  reminder: {
    columns: '"subscriptionId", kind, "userId", "chargeAt"',
    values: (key, at) => `'${key}', 'year', 'u', ${at}`,
    gone: [400.1],
    stays: [399.9],
  },
  plans_generation: {
    columns: 'hash, "reportedAt"',
    values: (key, at) => `'${key}', ${at}`,
    gone: [90.1],
    stays: [89.9],
  },
};

const BY_RUN = ['reconcile_run', 'drift'];
const tableOf = (name: string) => name.split(' ')[0] as string;

test('each table is tried', () => {
  expect(new Set([...Object.keys(ages).map(tableOf), ...BY_RUN])).toEqual(new Set(Object.keys(expired)));
});

test.each(Object.entries(ages))('%s: what has expired is deleted, what is needed stays', async (name, aged) => {
  await sql(`INSERT INTO "user" (id, name, email) VALUES ('u', 'U', 'u@example.com') ON CONFLICT DO NOTHING`);
  const table = tableOf(name);
  const key = aged.columns.split(',')[0] ?? '';
  const keyOf = (days: number) => `${name} ${days}`;
  for (const days of [...aged.gone, ...aged.stays]) {
    const row = aged.values(keyOf(days), `now() - interval '${days} days'`);
    await sql(`INSERT INTO ${table} (${aged.columns}) VALUES (${row})`);
  }
  await removeExpired(pool());
  const left = await sql(`SELECT ${key} AS key FROM ${table} WHERE ${key} LIKE '${name} %'`);
  expect(left.map(({ key }) => key).toSorted()).toEqual(aged.stays.map(keyOf).toSorted());
});

test('more than a slice is deleted', async () => {
  await sql(`INSERT INTO rate_limit (key, count, "resetAt")
    SELECT 'many' || n, 1, now() - interval '1 day' FROM generate_series(1, 2500) n`);
  await removeExpired(pool());
  expect(await sql(`SELECT FROM rate_limit WHERE key LIKE 'many%'`)).toEqual([]);
});

test('a standing difference is stored once, and an old run stays while it is the newest of its kind', async () => {
  const run = (id: string, daysAgo: number, more = { fix: true, trigger: 'schedule' }) =>
    app.deps.billing.database.prisma.reconcileRun.create({
      data: {
        id,
        provider: 'alpha',
        startedAt: new Date(Date.now() - daysAgo * 86_400_000),
        finishedAt: new Date(Date.now() - daysAgo * 86_400_000),
        ...more,
      },
    });
  await run('report', 200, { fix: false, trigger: 'command' });
  for (const [id, daysAgo] of Object.entries({ oldest: 120, older: 2, newest: 1 })) {
    await run(id, daysAgo);
    await sql(`INSERT INTO drift ("runId", class, provider, "providerSubscriptionId", key, fixed)
      SELECT '${id}', 'plan', 'alpha', 's' || n, 'k' || n, false FROM generate_series(1, 3) n
      UNION ALL SELECT '${id}', 'status', 'alpha', 's', 'mended', true`);
  }
  await removeExpired(pool());
  expect(await sql('SELECT id FROM reconcile_run ORDER BY "startedAt"')).toEqual([
    { id: 'report' },
    { id: 'older' },
    { id: 'newest' },
  ]);
  expect(await sql('SELECT "runId", fixed, count(*)::int AS n FROM drift GROUP BY 1, 2 ORDER BY 1, 2')).toEqual([
    { runId: 'newest', fixed: false, n: 3 },
    { runId: 'newest', fixed: true, n: 1 },
    { runId: 'older', fixed: true, n: 1 },
  ]);
});
