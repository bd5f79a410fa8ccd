import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** The longest current wait of the service for a table lock (`waitstart` needs PostgreSQL 14). */
const LONGEST = `SELECT coalesce(max(extract(epoch FROM clock_timestamp() - waitstart)), 0)::float8 * 1000 AS ms
  FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE NOT granted AND locktype = 'relation' AND application_name NOT LIKE '%migrations'`;
const EVERY_MS = 20;

/**
 * Samples lock waits until `longest` is called, which resolves to the longest one in milliseconds. A busy machine
 * hardly affects it.
 */
export async function watchLockWaits(connectionString: string): Promise<{ longest(): Promise<number> }> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  let longest = 0;
  let watching = true;
  const watch = async () => {
    while (watching) {
      const { rows } = await client.query<{ ms: number }>(LONGEST);
      longest = Math.max(longest, rows[0]?.ms ?? 0);
      await sleep(EVERY_MS);
    }
    await client.end();
  };
  const watched = watch();
  return {
    async longest() {
      watching = false;
      await watched;
      return Math.round(longest);
    },
  };
}
