import type { Billing } from './context.ts';

/** What tells whether all is well, by the database. Ages in seconds. */
export interface Vitals {
  settlements: { waiting: number; oldestSeconds: number };
  /** Events of the ledger whose records aren't known yet, and those that failed. */
  unmatched: number;
  failed: number;
  /** The last finished comparison with each provider. */
  reconciles: { provider: string; ageSeconds: number }[];
  drifts: { provider: string; class: string; fixed: boolean; count: number }[];
  /** Since each scheduled job last succeeded; of one that never did, since it was first due. */
  jobs: { name: string; ageSeconds: number }[];
}

const QUEUES = `SELECT
  (SELECT count(*)::int FROM settlement) AS waiting,
  (SELECT coalesce(extract(epoch FROM clock_timestamp() - min("queuedAt")), 0)::float8 FROM settlement) AS oldest,
  (SELECT count(*)::int FROM webhook_event WHERE outcome = 'unmatched') AS unmatched,
  (SELECT count(*)::int FROM webhook_event WHERE outcome = 'failed') AS failed`;

const RECONCILES = `SELECT DISTINCT ON (provider) id, provider,
    extract(epoch FROM clock_timestamp() - "finishedAt")::float8 AS "ageSeconds"
  FROM reconcile_run WHERE "userId" IS NULL AND "finishedAt" IS NOT NULL ORDER BY provider, "startedAt" DESC`;

const DRIFTS = `SELECT provider, class, fixed, count(*)::int AS count
  FROM drift WHERE "runId" = ANY($1) GROUP BY provider, class, fixed`;

const JOBS = `SELECT name, extract(epoch FROM clock_timestamp() - coalesce("succeededAt", "firstSeenAt"))::float8
  AS "ageSeconds" FROM job`;

interface Queues {
  waiting: number;
  oldest: number;
  unmatched: number;
  failed: number;
}

/** Rejects when the database is away. */
export async function readVitals({ database: { pool } }: Pick<Billing, 'database'>): Promise<Vitals> {
  const [queues, jobs, reconciles] = await Promise.all([
    pool.query<Queues>(QUEUES),
    pool.query<Vitals['jobs'][number]>(JOBS),
    pool.query<{ id: string; provider: string; ageSeconds: number }>(RECONCILES),
  ]);
  const runs = reconciles.rows.map(({ id }) => id);
  const { rows: drifts } = await pool.query<Vitals['drifts'][number]>(DRIFTS, [runs]);
  const { waiting, oldest, unmatched, failed } = queues.rows[0] as Queues;
  return {
    ...{ unmatched, failed, drifts, jobs: jobs.rows },
    settlements: { waiting, oldestSeconds: oldest },
    reconciles: reconciles.rows.map(({ provider, ageSeconds }) => ({ provider, ageSeconds })),
  };
}
