import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** A writing transaction of the jobs, and its longest observed duration. */
export interface Slice {
  ms: number;
  sql: string;
}

export interface SliceWatch {
  /** Ends the watch. Resolves to the slices and the longest lock wait of other connections, in milliseconds. */
  end(): Promise<{ slices: Slice[]; longestWaitMs: number }>;
}

const EVERY_MS = 10;

/** Leaves out concurrent detaching: it waits for other transactions and blocks none. */
const RUNNING = `SELECT pid || ' ' || xact_start AS name, left(regexp_replace(query, '\\s+', ' ', 'g'), 60) AS sql,
    extract(epoch FROM clock_timestamp() - xact_start)::float8 * 1000 AS ms
  FROM pg_stat_activity WHERE application_name = 'subscription-payments jobs' AND state <> 'idle' AND backend_xid IS NOT NULL
    AND query !~ 'DETACH PARTITION .* (CONCURRENTLY|FINALIZE)'`;

const WAITING = `SELECT coalesce(max(extract(epoch FROM clock_timestamp() - waitstart)), 0)::float8 * 1000 AS ms
  FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE NOT granted AND application_name = 'subscription-payments'`;

/** Samples the jobs' transactions a hundred times a second: `backend_xid` is set from the first write to the commit. */
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
