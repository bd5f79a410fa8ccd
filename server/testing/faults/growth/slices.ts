import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** A transaction of the jobs that changes something, and the longest that it was seen to last. */
export interface Slice {
  ms: number;
  sql: string;
}

export interface SliceWatch {
  /** Ends the watch. Resolves to the slices, and to the longest wait of anybody else for a lock, in milliseconds. */
  end(): Promise<{ slices: Slice[]; longestWaitMs: number }>;
}

const EVERY_MS = 10;

/** Detaching concurrently waits for others and is in nobody's way. */
const RUNNING = `SELECT pid || ' ' || xact_start AS name, left(regexp_replace(query, '\\s+', ' ', 'g'), 60) AS sql,
    extract(epoch FROM clock_timestamp() - xact_start)::float8 * 1000 AS ms
  FROM pg_stat_activity WHERE application_name = 'subscription-payments jobs' AND state <> 'idle' AND backend_xid IS NOT NULL
    AND query !~ 'DETACH PARTITION .* (CONCURRENTLY|FINALIZE)'`;

const WAITING = `SELECT coalesce(max(extract(epoch FROM clock_timestamp() - waitstart)), 0)::float8 * 1000 AS ms
  FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE NOT granted AND application_name = 'subscription-payments'`;

/** Looks at what the jobs do a hundred times a second: `backend_xid` is there from the first change to the commit. */
export async function watchSlices(connectionString: string): Promise<SliceWatch> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const seen = new Map<string, Slice>();
  let longestWaitMs = 0;
  let watching = true;
  const watch = async () => {
    while (watching) {
      const { rows } = await client.query<Slice & { name: string }>(RUNNING);
      for (const { name, ms, sql } of rows) seen.set(name, { ms: Math.max(ms, seen.get(name)?.ms ?? 0), sql });
      const waits = await client.query<{ ms: number }>(WAITING);
      longestWaitMs = Math.max(longestWaitMs, waits.rows[0]?.ms ?? 0);
      await sleep(EVERY_MS);
    }
    await client.end();
  };
  const watched = watch();
  return {
    async end() {
      watching = false;
      await watched;
      return { slices: [...seen.values()], longestWaitMs: Math.round(longestWaitMs) };
    },
  };
}
