import type { Pool } from '../../database/client.ts';
import { MAIL_JOB } from '../../mail/outbox.ts';
import type { With } from '../context.ts';
import { SET_ASIDE_AFTER } from '../jobs/retry.ts';
import type { Retention } from '../ledger/trimLedger.ts';
import { openOutcomes } from '../records/outcome.ts';
import { DUPLICATES } from '../subscriptions/duplicates/lookAtOwners.ts';
import { REFETCH } from '../sync/worker.ts';

/** Scheduled jobs, rows that were set aside, and waiting events. Timestamps in ISO 8601. */
export interface JobReport {
  jobs: JobView[];
  /** Rows that failed repeatedly, longest first. */
  setAside: SetAsideView[];
  waiting: WaitingView[];
  /** How many days failed and waiting events are kept; 0: no limit. */
  waitingDays: number;
}

export interface JobView {
  name: string;
  startedAt: string | null;
  succeededAt: string | null;
  /** Consecutive failures since the last success. */
  failures: number;
  lastError: string | null;
}

export interface SetAsideView {
  job: string;
  /** What it concerns: the id of a subscription, a user or a mail, or an event's id in the ledger. */
  key: string;
  attempts: number;
  since: string;
  /** The next attempt. */
  dueAt: string;
  lastError: string;
}

export interface WaitingView {
  outcome: (typeof openOutcomes)[number];
  /** At most `MOST_COUNTED`: there may be more. */
  count: number;
  /** When the oldest arrived; null: there is none. */
  oldestAt: string | null;
}

export const MOST_COUNTED = 10_000;
const MOST_SHOWN = 200;

const iso = (column: string, name: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "${name}"`;

const JOBS = `SELECT name, ${iso('"startedAt"', 'startedAt')}, ${iso('"succeededAt"', 'succeededAt')}, failures, "lastError"
  FROM job ORDER BY name`;

const SET_ASIDE = `SELECT job, key, attempts, ${iso('since', 'since')}, ${iso('"dueAt"', 'dueAt')}, coalesce("lastError", '') AS "lastError"
  FROM (SELECT job, key, attempts, since, "dueAt", "lastError" FROM retry
    UNION ALL SELECT '${REFETCH}', "subscriptionId", attempts, "queuedAt", "dueAt", "lastError" FROM refetch
    UNION ALL SELECT '${DUPLICATES}', "userId", attempts, "queuedAt", "dueAt", "lastError" FROM owner_check
    UNION ALL SELECT '${MAIL_JOB}', id, attempts, "queuedAt", "dueAt", "lastError" FROM mail) AS rows
  WHERE attempts >= ${SET_ASIDE_AFTER} ORDER BY rows.since LIMIT ${MOST_SHOWN}`;

const WAITING = `SELECT outcome, (SELECT count(*)::int FROM (SELECT FROM webhook_event w WHERE w.outcome = o.outcome
      LIMIT ${MOST_COUNTED}) AS counted) AS count,
    (SELECT ${iso('w."receivedAt"', 'at')} FROM webhook_event w WHERE w.outcome = o.outcome ORDER BY w.id LIMIT 1) AS "oldestAt"
  FROM (VALUES ${openOutcomes.map((open, place) => `(${place}, '${open}')`).join(', ')}) AS o(place, outcome) ORDER BY place`;

export async function jobReport({ database }: With<'database'>, { waitingDays }: Retention): Promise<JobReport> {
  const read = async <Row extends object>(pool: Pool, sql: string) => (await pool.query<Row>(sql)).rows;
  const [jobs, setAside, waiting] = await Promise.all([
    read<JobView>(database.pool, JOBS),
    read<SetAsideView>(database.pool, SET_ASIDE),
    read<WaitingView>(database.pool, WAITING),
  ]);
  return { jobs, setAside, waiting, waitingDays };
}
