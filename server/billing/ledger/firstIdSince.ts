import type { Pool } from '../../database/client.ts';

/** Rows received at about the same time may have their ids in the opposite order. */
const MARGIN = `interval '1 minute'`;

/** Binary search for the first row that was received at $1 or later; each step reads one row. */
const SEARCH = `
  WITH RECURSIVE probe (low, high) AS (
    SELECT coalesce(min(id), 1), coalesce(max(id), 0) + 1 FROM webhook_event
    UNION ALL
    SELECT CASE WHEN is_before THEN middle + 1 ELSE low END, CASE WHEN is_before THEN high ELSE middle END
    FROM probe CROSS JOIN LATERAL (SELECT (low + high) / 2 AS middle) AS m
      CROSS JOIN LATERAL (SELECT (SELECT w."receivedAt" FROM webhook_event w WHERE w.id >= middle ORDER BY w.id LIMIT 1)
        < $1::timestamptz - ${MARGIN} AS is_before) AS r
    WHERE low < high
  )
  SELECT max(low)::text AS id FROM probe`;

/** An id below which no row was received since then: ids grow with `receivedAt`, which has no index. */
export async function firstIdSince(pool: Pool, since: Date): Promise<bigint> {
  const { rows } = await pool.query<{ id: string }>(SEARCH, [since]);
  return BigInt(rows[0]?.id ?? 0);
}
