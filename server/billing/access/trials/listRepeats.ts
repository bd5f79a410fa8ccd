import type { With } from '../../context.ts';
import type { TrialMarkKind } from './trialMark.ts';

const MOST = 100;

const LIST = `SELECT s."userId", s.id AS "subscriptionId", s.plan, s.provider, t.repeats AS "by",
    to_char(s."trialStart" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "startedAt"
  FROM trial t JOIN subscription s ON s.id = t."subscriptionId"
  WHERE t.repeats <> '{}' ORDER BY t."readAt" DESC LIMIT ${MOST}`;

/** A trial of a person who had one before, and the mark that shows it. */
export interface RepeatedTrial {
  userId: string;
  subscriptionId: string;
  plan: string;
  provider: string;
  by: TrialMarkKind[];
  /** ISO 8601. */
  startedAt: string | null;
}

/** For operators, newest first. A promised trial is kept, so nothing follows from it automatically. */
export async function listRepeats({ database }: With<'database'>): Promise<RepeatedTrial[]> {
  const { rows } = await database.pool.query<RepeatedTrial>(LIST);
  return rows;
}
