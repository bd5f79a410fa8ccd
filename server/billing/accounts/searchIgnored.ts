import type { Pool } from '../../database/client.ts';
import type { With } from '../context.ts';
import { dropBodies } from '../events/bodies/bodies.ts';
import { inSlices } from '../jobs/inSlices.ts';
import { GONE } from '../records/gone.ts';

/** Users who are searched for together, in the same bodies. */
const USERS_AT_ONCE = 25;
/** Rows with lower ids are committed by then. */
const SETTLED_MS = 30_000;

const FOLLOWS = `EXISTS (SELECT FROM webhook_event w
  WHERE w.outcome = 'ignored' AND w.id > e."searchedTo" AND w."receivedAt" < $1)`;

/** Those with the most left to search. A name is a user's id, or a customer's id at a provider. */
const SEEKING = `
  WITH seeking AS (
    SELECT e."userId", e."searchedTo" FROM erased_user e
    WHERE e."searchedTo" IS NOT NULL AND e."userId" IN ${GONE} AND ${FOLLOWS}
    ORDER BY e."searchedTo", e."userId" LIMIT ${USERS_AT_ONCE}
  )
  SELECT array_agg("userId") AS users, min("searchedTo")::text AS "from",
    array_agg("userId") || (SELECT coalesce(array_agg(c."providerCustomerId"), '{}') FROM customer c
      WHERE c."userId" IN (SELECT "userId" FROM seeking)) AS names
  FROM seeking HAVING count(*) > 0`;

const IGNORED = `SELECT w.id::text, w."receivedAt" FROM webhook_event w
  WHERE w.outcome = 'ignored' AND w.id > $1 AND w."receivedAt" < $3 ORDER BY w.id LIMIT $2`;

const NAMED = 'EXISTS (SELECT FROM unnest($1::text[]) AS name WHERE position(name IN body) > 0)';
const FOUND = `
  SELECT id::text FROM webhook_event WHERE id = ANY($2::bigint[]) AND ${NAMED}
  UNION ALL
  SELECT id::text FROM webhook_event_body WHERE day = ANY($3::date[]) AND id = ANY($2::bigint[]) AND ${NAMED}`;

const SEARCHED = `UPDATE erased_user SET "searchedTo" = greatest("searchedTo", $2::bigint)
  WHERE "userId" = ANY($1) AND "searchedTo" IS NOT NULL`;

/** The providers' retries have ended by then. */
const OVER = `UPDATE erased_user e SET "searchedTo" = NULL WHERE e."searchedTo" IS NOT NULL
  AND e."erasedAt" < clock_timestamp() - interval '7 days' AND NOT ${FOLLOWS}`;

interface Seeking {
  users: string[];
  names: string[];
  from: string;
}

interface Row {
  id: string;
  receivedAt: Date;
}

/**
 * Ignored events name no user, but their bodies may: bodies that contain a deleted user's name are dropped. Every
 * ignored event is searched once per deleted user, including those that arrive in the first week; in slices, resuming
 * where the last run stopped.
 */
export async function searchIgnored(
  { database: { jobPool } }: With<'database'>,
  { signal, settledMs = SETTLED_MS }: { signal?: AbortSignal; settledMs?: number } = {},
): Promise<void> {
  const until = new Date(Date.now() - settledMs);
  for (;;) {
    const [seeking] = (await jobPool.query<Seeking>(SEEKING, [until])).rows;
    if (!seeking) break;
    const slice = async (after: bigint, size: number) => {
      const { rows } = await jobPool.query<Row>(IGNORED, [`${after}`, size, until]);
      const last = rows.at(-1);
      if (!last) return null;
      await dropNamed(jobPool, seeking.names, rows);
      await jobPool.query(SEARCHED, [seeking.users, last.id]);
      return BigInt(last.id);
    };
    await inSlices(slice, signal, BigInt(seeking.from));
  }
  await jobPool.query(OVER, [until]);
}

async function dropNamed(pool: Pool, names: string[], rows: readonly Row[]): Promise<void> {
  const days = [...new Set(rows.map(({ receivedAt }) => receivedAt.toISOString().slice(0, 10)))];
  const found = await pool.query<{ id: string }>(FOUND, [names, rows.map(({ id }) => id), days]);
  const named = new Set(found.rows.map(({ id }) => id));
  const places = rows.filter(({ id }) => named.has(id));
  await dropBodies(pool, places);
}
