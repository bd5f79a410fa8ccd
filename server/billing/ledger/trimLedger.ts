import type { With } from '../context.ts';
import { inSlices } from '../jobs/inSlices.ts';
import { inList } from '../records/columns.ts';
import { openOutcomes } from '../records/outcome.ts';

export interface Retention {
  /** How many days bodies are kept; rows are kept twice as long; 0: no limit. */
  ledgerDays: number;
  /** How many days waiting and failed events are kept; 0: no limit. */
  waitingDays: number;
}

export interface Trimmed {
  /** Inline bodies; those in partitions are dropped with them. */
  bodies: number;
  rows: number;
  /** Events that were never applied. */
  waiting: number;
}

const WAITS = inList(openOutcomes);

/** `$3`, `$4`, `$5`: age limits of bodies, rows, and rows that wait or failed; null: no limit. */
const SLICE = `
  WITH slice AS MATERIALIZED (
    SELECT id, "receivedAt", outcome IN ${WAITS} AS waits, body IS NOT NULL AS has_body
    FROM webhook_event WHERE id > $1 ORDER BY id LIMIT $2
  ),
  dropped AS (
    DELETE FROM webhook_event w USING slice s
    WHERE w.id = s.id AND s."receivedAt" < CASE WHEN s.waits THEN $5::timestamptz ELSE $4::timestamptz END
      AND w.outcome IN ${WAITS} = s.waits
    RETURNING s.waits
  ),
  blanked AS (
    UPDATE webhook_event w SET body = NULL FROM slice s
    WHERE w.id = s.id AND s.has_body AND NOT s.waits AND s."receivedAt" < $3 AND s."receivedAt" >= $4
    RETURNING 1
  )
  SELECT (SELECT max(id)::text FROM slice WHERE "receivedAt" < greatest($3, $5)) AS last,
    (SELECT count(*)::int FROM blanked) AS bodies, (SELECT count(*)::int FROM dropped WHERE NOT waits) AS rows,
    (SELECT count(*)::int FROM dropped WHERE waits) AS waiting`;

/**
 * Walks the ledger from its oldest row to the first that is too young for every limit: ids grow with `receivedAt`.
 * Resolves to what was dropped.
 */
export async function trimLedger(
  { database: { jobPool } }: With<'database'>,
  { ledgerDays, waitingDays }: Retention,
  signal?: AbortSignal,
): Promise<Trimmed> {
  const before = (days: number) => (days > 0 ? new Date(Date.now() - days * 86_400_000) : null);
  const limits = [before(ledgerDays), before(2 * ledgerDays), before(waitingDays)];
  const sum: Trimmed = { bodies: 0, rows: 0, waiting: 0 };
  await inSlices(async (after, size) => {
    const { rows } = await jobPool.query<Trimmed & { last: string | null }>(SLICE, [`${after}`, size, ...limits]);
    const [{ last, bodies, rows: whole, waiting } = { last: null, bodies: 0, rows: 0, waiting: 0 }] = rows;
    sum.bodies += bodies;
    sum.rows += whole;
    sum.waiting += waiting;
    return last === null ? null : BigInt(last);
  }, signal);
  return sum;
}
