import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startSandboxCompany } from '../../company/sandboxCompany.ts';
import { factOf } from '../../events/alphaObjects.ts';
import type { Fact } from '../../events/wire.ts';
import { lifeOf, runningLife } from '../parts/lives.ts';
import { startDurablePostgres } from '../parts/postgres.ts';
import { SECRET_KEY, type ServiceProcess, settingsFor, startService } from '../parts/service.ts';
import { quantile, type Report, type RunOptions, type Scenario } from '../report.ts';
import { fillGrowth, GONE, type GrowthSizes, OLDEST_DAYS } from './growthFill.ts';
import { watchSlices } from './slices.ts';
import { sendSteadily } from './steadily.ts';

const SIZES: Record<'long' | 'short', GrowthSizes> = {
  long: { rows: 6_000_000, customers: 500, windows: 500_000 },
  short: { rows: 30_000, customers: 20, windows: 5_000 },
};
const LEDGER_DAYS = 30;
const WAITING_DAYS = 60;
const TOKEN = 'metrics_for_faults_0123456789';
const PER_SECOND = 20;
/**
 * The short run shares the machine with other tests: slices and jobs that run each second may wait for the processor.
 */
const BOUNDS = { long: { mostLockMs: 100, leastSeconds: 0 }, short: { mostLockMs: 2_000, leastSeconds: 10 } };
type Bounds = (typeof BOUNDS)['long'];
const PATIENCE_MS = 2 * 3_600_000;

interface Setup {
  pool: pg.Pool;
  databaseUrl: string;
  companyUrl: string;
}

/**
 * Runs the jobs during webhooks, after an upgrade on a ledger of months, most of which has reached its retention age.
 */
export const growth: Scenario = {
  name: 'jobs finish',
  promise:
    'promise 15: with a large ledger, rows that can never succeed and webhooks coming in, each job ends within its interval, in slices that hold no lock longer than 100 ms',
  async run({ short, rows }: RunOptions) {
    const usual = short ? SIZES.short : SIZES.long;
    const sizes = { ...usual, rows: rows ?? usual.rows };
    const company = await startSandboxCompany('alpha', { secretKey: SECRET_KEY });
    const postgres = await startDurablePostgres();
    const databaseUrl = await postgres.createDatabase();
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
    const setup = { pool, databaseUrl, companyUrl: company.url };
    try {
      await migrate(setup);
      const begun = Date.now();
      const known = Array.from({ length: sizes.customers }, (_, n) => `cus_known_${n + 1}`);
      await company.know(
        ...[...known, GONE.customer].map((customerId) => factOf('customer.created', { userId: undefined, customerId })),
      );
      await fillGrowth(pool, sizes);
      const filled = Math.round((Date.now() - begun) / 1000);
      const { size } = (await pool.query(`SELECT pg_size_pretty(pg_database_size(current_database())) AS size`))
        .rows[0];
      const report = await watchJobs(setup, BOUNDS[short ? 'short' : 'long']);
      return { ...report, figures: { rows: sizes.rows, size, 'filled in s': filled, ...report.figures } };
    } finally {
      await pool.end();
      await company.close();
      await postgres.remove();
    }
  },
};

const environment = ({ databaseUrl, companyUrl }: Setup) => ({
  ...settingsFor(databaseUrl, companyUrl),
  DRAINING_PROVIDERS: '',
  RECONCILE_EVERY: '1d',
  METRICS_TOKEN: TOKEN,
  LEDGER_DAYS: `${LEDGER_DAYS}`,
  LEDGER_WAITING_DAYS: `${WAITING_DAYS}`,
});

/** Migrates the database with retention and reconciliation off, until the ledger is filled. */
async function migrate(setup: Setup): Promise<void> {
  const idle = { RECONCILE_EVERY: 'off', LEDGER_DAYS: '0', LEDGER_WAITING_DAYS: '0' };
  const service = await startService({ ...environment(setup), ...idle });
  await service.stop();
  await setup.pool.query('TRUNCATE job, lease');
}

async function watchJobs(setup: Setup, { mostLockMs, leastSeconds }: Bounds): Promise<Report> {
  const watch = await watchSlices(setup.databaseUrl);
  const service = await startService(environment(setup));
  const load = sendSteadily(() => service.webhookUrl, facts(), PER_SECOND);
  try {
    const intervals = await readIntervals(service);
    for (const [name, seconds] of intervals) intervals.set(name, Math.max(seconds, leastSeconds));
    const { durations, broken } = await waitForAll(setup.pool, intervals);
    const sent = await load.end();
    const { slices, longestWaitMs } = await watch.end();
    const refused = sent.filter(({ answer }) => answer.status !== 200).length;
    if (refused > 0) broken.push(`${refused} of ${sent.length} webhooks were not answered 200`);
    const times = slices.map(({ ms }) => ms);
    const long = slices.filter(({ ms }) => ms > mostLockMs);
    if (quantile(times, 0.99) > mostLockMs) broken.push(...long.map(({ ms, sql }) => `${Math.round(ms)} ms: ${sql}`));
    broken.push(...(await leftOver(setup.pool)));
    const webhooks = sent.map(({ answer }) => answer.ms);
    const figures = {
      ...durations,
      'slices seen': slices.length,
      'p99 ms': quantile(times, 0.99),
      'longest ms': quantile(times, 1),
      [`over ${mostLockMs} ms`]: long.length,
      "a webhook's longest wait for a lock ms": longestWaitMs,
      webhooks: sent.length,
      'webhook p99 ms': quantile(webhooks, 0.99),
      'slowest ms': quantile(webhooks, 1),
    };
    return { figures, broken };
  } finally {
    await load.end();
    await service.remove();
  }
}

function* facts(): Generator<Fact, never> {
  const startsAt = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
  for (let life = 0; ; life += 1)
    yield* lifeOf({ name: `growth${life}`, steps: runningLife, startsAt, apart: 60_000 }).facts;
}

/** The interval of each job, in seconds. */
async function readIntervals({ url }: ServiceProcess): Promise<Map<string, number>> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  const found = (await response.text()).matchAll(/^billing_job_interval_seconds\{task="([^"]+)"\} ([\d.e+]+)$/gm);
  return new Map([...found].map(([, name = '', seconds]) => [name, Number(seconds)]));
}

interface Finished {
  durations: Record<string, string>;
  broken: string[];
}

const ENDED = `SELECT name, "succeededAt" IS NOT NULL AS ended, failures, "lastError" AS error,
  extract(epoch FROM "succeededAt" - "startedAt")::float8 AS seconds FROM job`;

/** Waits until each job has succeeded once. Resolves to their longest runs in seconds. */
async function waitForAll(pool: pg.Pool, intervals: Map<string, number>): Promise<Finished> {
  const longest = new Map<string, number>();
  const broken = new Set<string>();
  const giveUpAt = Date.now() + PATIENCE_MS;
  for (let open = [...intervals.keys()]; open.length > 0; await sleep(100)) {
    const { rows } = await pool.query(ENDED);
    for (const { name, failures, error, seconds } of rows) {
      if (failures > 0) broken.add(`${name} failed: ${error}`);
      if (seconds > 0) longest.set(name, Math.max(seconds, longest.get(name) ?? 0));
    }
    open = open.filter((name) => !rows.some((row) => row.name === name && row.ended));
    if (Date.now() > giveUpAt) return { durations: {}, broken: [...broken, `Never ended: ${open.join(', ')}`] };
  }
  for (const [name, seconds] of longest)
    if (seconds > (intervals.get(name) ?? Number.POSITIVE_INFINITY)) broken.add(`${name} took ${seconds} s`);
  const durations = [...longest].map(([name, seconds]) => [`${name} s`, seconds.toFixed(1)] as const);
  return { durations: Object.fromEntries(durations), broken: [...broken] };
}

const age = (days: number) => `"receivedAt" < now() - interval '${days} days 1 hour'`;
const WAITS = `outcome IN ('failed', 'unmatched')`;

const LEFT: Record<string, string> = {
  'rows over their age': `webhook_event WHERE ${age(2 * LEDGER_DAYS)} AND NOT ${WAITS}`,
  'bodies over their age': `webhook_event WHERE ${age(LEDGER_DAYS)} AND body IS NOT NULL AND NOT ${WAITS}`,
  'partitioned bodies over their age': `webhook_event_body WHERE day < (now() AT TIME ZONE 'UTC')::date - ${LEDGER_DAYS}`,
  'events that waited too long': `webhook_event WHERE ${age(WAITING_DAYS)} AND ${WAITS}`,
  'addresses of the deleted': `customer WHERE "userId" = '${GONE.userId}' AND email <> ''`,
  'ignored bodies that name the deleted': `(SELECT body FROM webhook_event WHERE outcome = 'ignored'
    UNION ALL SELECT body FROM webhook_event_body) AS bodies WHERE position('${GONE.customer}' IN body) > 0`,
  'windows that have ended': `rate_limit WHERE "resetAt" < now() - interval '30 minutes'`,
};

/** Checks for rows that must be deleted and rows that must remain. */
async function leftOver(pool: pg.Pool): Promise<string[]> {
  const broken: string[] = [];
  for (const [what, from] of Object.entries(LEFT)) {
    const { rows } = await pool.query<{ count: number }>(`SELECT count(*)::int FROM ${from}`);
    if (rows[0]?.count !== 0) broken.push(`${rows[0]?.count} ${what} are left`);
  }
  const kept = await pool.query(`SELECT count(*)::int FROM webhook_event WHERE ${age(LEDGER_DAYS)}`);
  if (kept.rows[0]?.count === 0) broken.push(`No row between ${LEDGER_DAYS} and ${OLDEST_DAYS} days old is left`);
  const { rows } = await pool.query(`SELECT key FROM retry WHERE job = 'erased subscriptions'`);
  if (rows[0]?.key !== 'poison') broken.push('The subscription that cannot be ended was not reported');
  return broken;
}
