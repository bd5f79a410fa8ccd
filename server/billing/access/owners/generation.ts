import { hash } from 'node:crypto';
import type { Pool } from '../../../database/client.ts';
import type { Catalogue } from '../../../plans/catalogue.ts';

/** A process reports this often, and counts as gone after the longer time. */
const REPORT_EVERY_MS = 15_000;
const GONE = `interval '60 seconds'`;

const REPORT = `INSERT INTO plans_generation (hash) VALUES ($1)
  ON CONFLICT (hash) DO UPDATE SET "reportedAt" = clock_timestamp(),
    "startedAt" = CASE WHEN $2 THEN clock_timestamp() ELSE plans_generation."startedAt" END`;

const STATE = {
  name: 'owners-state',
  text: `SELECT (SELECT max(id)::text FROM access_change) AS newest,
      EXISTS (SELECT FROM owner_access WHERE generation <> $1) AS "hasOutdated",
      (SELECT hash FROM plans_generation WHERE "reportedAt" > clock_timestamp() - ${GONE}
        ORDER BY "startedAt" DESC, hash LIMIT 1) = $1 AS "isCurrent"`,
};

export interface OwnersState {
  /** The id of the last committed change; null: none waits. */
  newest: string | null;
  /** Some owners' periods were computed from another plans file. */
  hasOutdated: boolean;
  /** This process's plans file is the one that was started last, or no process of a later one lives. */
  isCurrent: boolean;
}

/**
 * What processes with different plans files agree on: only those with the file of the newest start compute stored
 * access, so that no owner is numbered back and forth while processes are replaced.
 */
export interface PlansGeneration {
  readonly hash: string;
  state(pool: Pool): Promise<OwnersState>;
}

export function createPlansGeneration(plans: Catalogue): PlansGeneration {
  const { file: _, ...content } = plans;
  const own = hash('sha256', JSON.stringify(content), 'base64url').slice(0, 22);
  let reportedAt: number | undefined;
  return {
    hash: own,
    async state(pool) {
      const now = performance.now();
      if (reportedAt === undefined || now - reportedAt > REPORT_EVERY_MS) {
        await pool.query(REPORT, [own, reportedAt === undefined]);
        reportedAt = now;
      }
      const { rows } = await pool.query<OwnersState>({ ...STATE, values: [own] });
      return rows[0] ?? { newest: null, hasOutdated: false, isCurrent: false };
    },
  };
}
