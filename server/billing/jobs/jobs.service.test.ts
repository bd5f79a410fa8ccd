import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts';
import type { Job } from './job.ts';
import { runJob } from './runJob.ts';
import { startJobs } from './startJobs.ts';

let database: TestDatabase;
let pool: pg.Pool;
let warnings: object[];

beforeEach(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  warnings = [];
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

const frame = () => ({
  pool,
  log: { info: () => undefined, warn: (fields: object) => void warnings.push(fields), error: () => undefined },
});
const jobOf = (given: Partial<Job> & Pick<Job, 'run'>): Job => ({
  name: 'test',
  everyMs: 50,
  limitMs: 5_000,
  lateMs: 60_000,
  runs: 'one',
  ...given,
});
const row = async (name = 'test') => (await pool.query('SELECT * FROM job WHERE name = $1', [name])).rows[0];
const never = new AbortController().signal;
const TRIES = 5;

test('a failing job stops no other and is retried with backoff', async () => {
  let [bad, good] = [0, 0];
  const failing = jobOf({
    name: 'bad',
    // A failure during a stop counts as stopped.
    run: async (signal) => {
      if (bad === TRIES) return sleep(60_000, undefined, { signal });
      throw new Error(`try ${++bad}`);
    },
  });
  const run = async () => {
    good += 1;
  };
  const working = jobOf({ name: 'good', run });
  const jobs = startJobs(frame(), [failing, working]);
  await vi.waitFor(
    async () => {
      expect(good).toBeGreaterThan(4);
      expect((await row('bad'))?.failures).toBe(TRIES);
    },
    { timeout: 60_000 },
  );
  await jobs.stop();
  expect(await row('bad')).toMatchObject({ failures: TRIES, lastError: `try ${TRIES}`, succeededAt: null });
  expect(await row('good')).toMatchObject({ failures: 0, lastError: null, succeededAt: expect.any(Date) });
  expect(warnings).toHaveLength(TRIES);
});

test('a failed run of a daily job is due again after a minute, not after a day', async () => {
  const daily = jobOf({ everyMs: 86_400_000, run: () => Promise.reject(new Error('away')) });
  expect(await runJob({ ...frame(), stopping: never }, daily)).toBe('failed');
  expect(await runJob({ ...frame(), stopping: never }, daily)).toBe('idle');
  const wait = async () =>
    (await pool.query(`SELECT extract(epoch FROM "retryAt" - now())::int AS s FROM job`)).rows[0].s;
  const waits = [await wait()];
  for (let index = 0; index < 8; index += 1) {
    await pool.query('UPDATE job SET "retryAt" = now()');
    await runJob({ ...frame(), stopping: never }, daily);
    waits.push(await wait());
  }
  for (const [index, seconds] of [60, 120, 240, 480, 960, 1_920, 3_600, 3_600, 3_600].entries())
    expect(Math.abs((waits[index] ?? 0) - seconds), `${index}: ${waits}`).toBeLessThanOrEqual(5);
});

test('runs once per interval in three processes, and never twice at once', async () => {
  let [running, most] = [0, 0];
  const starts: number[] = [];
  const run = async () => {
    starts.push(Date.now());
    most = Math.max(most, ++running);
    await sleep(100);
    running -= 1;
  };
  const processes = [1, 2, 3].map(() => startJobs(frame(), [jobOf({ everyMs: 300, run })]));
  await vi.waitFor(() => expect(starts.length).toBeGreaterThan(4), { timeout: 60_000 });
  await Promise.all(processes.map((jobs) => jobs.stop()));
  const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
  expect(most).toBe(1);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(295);
});

test('a job of a killed process is due at once for the next', async () => {
  const daily = jobOf({ everyMs: 86_400_000, run: async () => {} });
  await pool.query(`INSERT INTO job (name, "startedAt", "retryAt") VALUES ('test', now(), now())`);
  expect(await runJob({ ...frame(), stopping: never }, daily)).toBe('done');
  expect(await runJob({ ...frame(), stopping: never }, daily)).toBe('idle');
});

test('a run over its time limit is aborted and counts as failed', async () => {
  const slow = jobOf({ limitMs: 100, run: (signal) => sleep(60_000, undefined, { signal }) });
  expect(await runJob({ ...frame(), stopping: never }, slow)).toBe('failed');
  expect((await row()).lastError).toBe('The job test took longer than 100 ms');
});

test('a run that ignores its signal is abandoned and never overlaps with its next run', async () => {
  let [running, most, starts] = [0, 0, 0];
  const run = async () => {
    starts += 1;
    most = Math.max(most, ++running);
    await sleep(1_000);
    running -= 1;
  };
  const jobs = startJobs({ ...frame(), graceMs: 200 }, [jobOf({ limitMs: 100, run })]);
  await vi.waitFor(async () => expect((await row())?.failures).toBe(1), { timeout: 60_000 });
  await vi.waitFor(() => expect(starts).toBe(2), { timeout: 60_000 });
  await jobs.stop();
  expect(most).toBe(1);
});

test('a stop aborts running jobs: neither success nor failure, and due at once in other processes', async () => {
  let begun = false;
  const run = (signal: AbortSignal) => {
    begun = true;
    return sleep(60_000, undefined, { signal });
  };
  const daily = jobOf({ everyMs: 86_400_000, run });
  const jobs = startJobs(frame(), [daily]);
  await vi.waitFor(() => expect(begun).toBe(true), { timeout: 60_000 });
  const asked = Date.now();
  await jobs.stop();
  expect(Date.now() - asked).toBeLessThan(10_000);
  expect(await row()).toMatchObject({ failures: 0, succeededAt: null });
  expect(await runJob({ ...frame(), stopping: never }, { ...daily, run: async () => {} })).toBe('done');
});

test('a job of all processes runs in each, and its success is written once in five seconds', async () => {
  const counts = [0, 0];
  const processes = counts.map((_, index) => {
    const run = async () => {
      counts[index] = (counts[index] ?? 0) + 1;
    };
    return startJobs(frame(), [jobOf({ runs: 'all', run })]);
  });
  await vi.waitFor(() => expect(Math.min(...counts)).toBeGreaterThan(5), { timeout: 60_000 });
  const first = (await row()).succeededAt;
  const then = Math.min(...counts);
  await vi.waitFor(() => expect(Math.min(...counts)).toBeGreaterThan(then + 5), { timeout: 60_000 });
  const apart = (await row()).succeededAt - first;
  expect(apart === 0 || apart >= 5_000, `${apart} ms`).toBe(true);
  await Promise.all(processes.map((jobs) => jobs.stop()));
});

test('the row of a job that all processes run holds the duration of the last run', async () => {
  await pool.query(`INSERT INTO job (name, "startedAt", "succeededAt")
    VALUES ('test', now() - interval '2 hours', now() - interval '1 hour')`);
  const slow = jobOf({ runs: 'all', run: () => sleep(200) });
  expect(await runJob({ ...frame(), stopping: never }, slow)).toBe('done');
  const { startedAt, succeededAt } = await row();
  expect(succeededAt - startedAt).toBeGreaterThanOrEqual(199);
  expect(succeededAt - startedAt).toBeLessThan(60_000);
});
