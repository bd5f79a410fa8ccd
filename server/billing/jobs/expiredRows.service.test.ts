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

test('what has expired is deleted, also more than a thousand rows; what is needed stays', async () => {
  await sql(`INSERT INTO "user" (id, name, email) VALUES ('u', 'U', 'u@example.com')`);
  await sql(`INSERT INTO session (id, token, "userId", "expiresAt")
    SELECT n, n, 'u', now() - interval '2 days' FROM generate_series(1, 2500) n
    UNION ALL SELECT 0, '0', 'u', now() - interval '2 hours'`);
  await sql(`INSERT INTO verification (id, identifier, value, "expiresAt")
    VALUES ('old', 'x', 'x', now() - interval '2 days'), ('new', 'y', 'y', now() + interval '1 hour')`);
  await sql(`INSERT INTO lease (name, owner, "expiresAt")
    VALUES ('ask:gone', 'x', now() - interval '2 hours'), ('ask:here', 'y', now() + interval '1 hour')`);
  await sql(`INSERT INTO signing_key (kid, "publicKey", "privateKey", "signsFrom", "shownUntil") VALUES
    ('former', '{}', '', now() - interval '9 days', now() - interval '2 days'), ('signs', '{}', '', now(), NULL)`);
  await removeExpired(pool());
  const left = async (table: string, column: string) =>
    (await sql(`SELECT ${column} AS id FROM ${table} ORDER BY 1`)).map(({ id }) => id);
  expect(await left('session', 'id')).toEqual(['0']);
  expect(await left('verification', 'id')).toEqual(['new']);
  expect(await left('lease', 'name')).toContain('ask:here');
  expect(await left('lease', 'name')).not.toContain('ask:gone');
  expect(await left('signing_key', 'kid')).toEqual(['signs']);
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
