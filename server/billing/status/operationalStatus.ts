import type { Pool } from '../../database/client.ts';
import { MAIL_JOB } from '../../mail/outbox.ts';
import { UNKNOWN_PLAN } from '../../plans/planFile.ts';
import { countLeftPlans, type LeftPlan } from '../access/soldPlans.ts';
import type { With } from '../context.ts';
import { countDaysAhead } from '../events/bodies/bodyDays.ts';
import { SET_ASIDE_AFTER } from '../jobs/retry.ts';
import { createWaitingCount, type WaitingCounts } from '../ledger/countWaiting.ts';
import { liveInSql } from '../records/subscription.ts';
import { OPEN_LATE_CHARGE } from '../subscriptions/brake/listReturned.ts';
import { REFETCH } from '../sync/worker.ts';
import { countFormer, type FormerSubscriptions } from './formerSubscriptions.ts';

/** The operational status, from the database. Ages in seconds. */
export interface OperationalStatus extends WaitingCounts {
  /** Without rows that are set aside. */
  refetches: { waiting: number; oldestSeconds: number };
  /** Rows that failed repeatedly, by job. */
  setAside: { job: string; count: number }[];
  /** The number of days after today that have a body partition. */
  daysAhead: number;
  /** The last finished comparison with each provider. */
  reconciles: { provider: string; ageSeconds: number }[];
  /** Live subscriptions at a price whose plan is unknown. */
  unknownPlans: { provider: string; count: number }[];
  /** Plans that left the file while people pay for them. */
  leftPlans: LeftPlan[];
  /** Live subscriptions of providers that are not set up. */
  former: FormerSubscriptions[];
  /** Second live subscriptions; `held` are those that were not ended because too many others were. */
  duplicates: { state: string; count: number }[];
  /** Charges after the deletion of their account that were not given back yet. */
  lateCharges: { state: string; count: number }[];
  drifts: { provider: string; class: string; fixed: boolean; count: number }[];
  /** Seconds since each scheduled job last succeeded; for one that never did, since it was first due. */
  jobs: { name: string; ageSeconds: number; failures: number }[];
}

const REFETCHES = `SELECT count(*)::int AS waiting,
  coalesce(extract(epoch FROM clock_timestamp() - min("queuedAt")), 0)::float8 AS "oldestSeconds"
  FROM refetch WHERE attempts < ${SET_ASIDE_AFTER}`;

const SET_ASIDE = `SELECT job, count(*)::int AS count FROM (
    SELECT job FROM retry WHERE attempts >= ${SET_ASIDE_AFTER}
    UNION ALL SELECT '${REFETCH}' FROM refetch WHERE attempts >= ${SET_ASIDE_AFTER}
    UNION ALL SELECT 'duplicates' FROM owner_check WHERE attempts >= ${SET_ASIDE_AFTER}
    UNION ALL SELECT '${MAIL_JOB}' FROM mail WHERE attempts >= ${SET_ASIDE_AFTER}) AS rows
  GROUP BY job`;

const RECONCILES = `SELECT DISTINCT ON (provider) id, provider,
    extract(epoch FROM clock_timestamp() - "finishedAt")::float8 AS "ageSeconds"
  FROM reconcile_run WHERE "userId" IS NULL AND trigger <> 'import' AND "finishedAt" IS NOT NULL
  ORDER BY provider, "startedAt" DESC`;

const DRIFTS = `SELECT provider, class, fixed, count(*)::int AS count
  FROM drift WHERE "runId" = ANY($1) GROUP BY provider, class, fixed`;

const UNKNOWN_PLANS = `SELECT provider, count(*)::int AS count FROM subscription s
  WHERE plan = '${UNKNOWN_PLAN}' AND ${liveInSql('s')} GROUP BY provider`;

const DUPLICATES = `SELECT state, count(*)::int AS count
  FROM duplicate WHERE state IN ('reported', 'held', 'ending', 'refunding') GROUP BY 1`;

const LATE_CHARGES = `SELECT l.state, count(*)::int AS count
  FROM late_charge l JOIN payment p ON p.id = l."paymentId" WHERE ${OPEN_LATE_CHARGE} GROUP BY 1`;

const JOBS = `SELECT name, extract(epoch FROM clock_timestamp() - coalesce("succeededAt", "firstSeenAt"))::float8
  AS "ageSeconds", failures FROM job`;

/** The returned function reads the status, and rejects when the database is unavailable. */
export function createOperationalStatus({
  database: { pool },
  plans,
  setUp,
}: With<'database' | 'plans'> & {
  /** The active and the draining providers. */ setUp: readonly string[];
}): () => Promise<OperationalStatus> {
  const countWaiting = createWaitingCount(pool);
  return async () => {
    const [status, former, leftPlans] = await Promise.all([
      readOperationalStatus(pool, countWaiting),
      countFormer(pool, setUp),
      countLeftPlans(pool, plans),
    ]);
    return { ...status, former, leftPlans };
  };
}

async function readOperationalStatus(
  pool: Pool,
  countWaiting: () => Promise<WaitingCounts>,
): Promise<Omit<OperationalStatus, 'former' | 'leftPlans'>> {
  const [refetches, setAside, jobs, reconciles, unknownPlans, duplicates, lateCharges, counts, daysAhead] =
    await Promise.all([
      pool.query<OperationalStatus['refetches']>(REFETCHES),
      pool.query<OperationalStatus['setAside'][number]>(SET_ASIDE),
      pool.query<OperationalStatus['jobs'][number]>(JOBS),
      pool.query<{ id: string; provider: string; ageSeconds: number }>(RECONCILES),
      pool.query<OperationalStatus['unknownPlans'][number]>(UNKNOWN_PLANS),
      pool.query<OperationalStatus['duplicates'][number]>(DUPLICATES),
      pool.query<OperationalStatus['lateCharges'][number]>(LATE_CHARGES),
      countWaiting(),
      countDaysAhead(pool),
    ]);
  const runs = reconciles.rows.map(({ id }) => id);
  const { rows: drifts } = await pool.query<OperationalStatus['drifts'][number]>(DRIFTS, [runs]);
  return {
    ...counts,
    daysAhead,
    drifts,
    jobs: jobs.rows,
    setAside: setAside.rows,
    unknownPlans: unknownPlans.rows,
    duplicates: duplicates.rows,
    lateCharges: lateCharges.rows,
    refetches: refetches.rows[0] ?? { waiting: 0, oldestSeconds: 0 },
    reconciles: reconciles.rows.map(({ provider, ageSeconds }) => ({ provider, ageSeconds })),
  };
}
