import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import { type BillingCommand, openCommand } from '../testing/app/command.ts';

let app: TestApp;
let billing: BillingCommand;

beforeAll(async () => {
  app = await startTestApp({ LEDGER_WAITING_DAYS: '200' });
  billing = openCommand(app, { LEDGER_WAITING_DAYS: '200' });
  await app.deps.worker.stop();
});
afterAll(async () => {
  billing.close();
  await app.close();
});

const sql = (text: string) => app.deps.billing.database.jobPool.query(text);

test('without problems: the jobs, nothing waits, exit code 0', async () => {
  await sql(`TRUNCATE job; INSERT INTO job (name, "startedAt", "succeededAt") VALUES
    ('retention', '2026-11-21T08:00:00Z', '2026-11-21T08:00:01.5Z'), ('erasure', now(), NULL)`);
  const { code, out } = await billing.run('jobs');
  expect(code).toBe(0);
  expect(out.split('\n').map((line) => line.replace(/\s+/g, ' '))).toEqual([
    'name succeededAt failures lastError',
    'erasure 0',
    'retention 2026-11-21T08:00:01.500Z 0',
    '',
    'Events in the ledger: no unmatched, no failed; dropped after 200 days',
    '',
  ]);
});

test('lists failed jobs, items set aside and waiting events with exit code 1; a few failures in a row are not listed', async () => {
  await sql(`UPDATE job SET failures = 3, "lastError" = 'permission denied' WHERE name = 'retention'`);
  await sql(`INSERT INTO retry (job, key, attempts, "dueAt", "lastError") VALUES
    ('erased subscriptions', 'sub_1', 12, '2026-11-22T08:00:00Z', 'The provider does not know this subscription'),
    ('unmatched', '7', 11, now(), 'no')`);
  await sql(`INSERT INTO refetch ("subscriptionId", provider, "providerSubscriptionId", reason, attempts, "lastError")
    VALUES ('sub_2', 'alpha', 'x', 'tie', 40, 'away')`);
  await sql(`INSERT INTO owner_check ("userId", attempts, "queuedAt") VALUES ('user_9', 12, '2026-11-21T08:00:00Z')`);
  await sql(`INSERT INTO webhook_event (provider, "eventId", outcome, "receivedAt")
    VALUES ('alpha', 'evt_1', 'failed', '2026-11-20T08:00:00Z'), ('alpha', 'evt_2', 'failed', now())`);
  const { code, out } = await billing.run('jobs', '--json');
  expect(code).toBe(1);
  const report = JSON.parse(out);
  expect(report).toMatchObject({
    jobs: [{ name: 'erasure' }, { name: 'retention', failures: 3, lastError: 'permission denied' }],
    waiting: [
      { outcome: 'unmatched', count: 0, oldestAt: null },
      { outcome: 'failed', count: 2, oldestAt: '2026-11-20T08:00:00.000Z' },
    ],
    waitingDays: 200,
  });
  expect(report.setAside.map(({ job, key, attempts }: Record<string, unknown>) => [job, key, attempts])).toEqual([
    ['duplicates', 'user_9', 12],
    ['erased subscriptions', 'sub_1', 12],
    ['refetch', 'sub_2', 40],
  ]);
  const table = await billing.run('jobs');
  expect(table.out).toContain('Set aside:');
  expect(table.out).toContain('2 failed since 2026-11-20T08:00:00.000Z; dropped after 200 days');
});
