import type { Billing } from '../../context.ts';
import type { TrialMarkKind } from './trialMark.ts';

const MOST = 100;

const LIST = `SELECT s."userId", s.id AS "subscriptionId", s.plan, s.provider, t.repeats AS "by",
    to_char(s."trialStart" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "startedAt"
  FROM trial t JOIN subscription s ON s.id = t."subscriptionId"
  WHERE t.repeats <> '{}' ORDER BY t."readAt" DESC LIMIT ${MOST}`;

/** A trial of somebody who had one before, by what tells so. */
export interface RepeatedTrial {
  userId: string;
  subscriptionId: string;
  plan: string;
  provider: string;
  by: TrialMarkKind[];
  /** ISO 8601. */
  startedAt: string | null;
}

/** For operators, the newest first. Nothing follows from it by itself: what was promised is kept. */
export async function listRepeats({ database }: Billing): Promise<RepeatedTrial[]> {
  const { rows } = await database.pool.query<RepeatedTrial>(LIST);
  return rows;
}
