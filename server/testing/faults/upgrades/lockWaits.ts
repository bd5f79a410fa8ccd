import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Since when the longest-waiting session of the service has waited for a table. PostgreSQL 14 and newer tell. */
const LONGEST = `SELECT coalesce(max(extract(epoch FROM clock_timestamp() - waitstart)), 0)::float8 * 1000 AS ms
  FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE NOT granted AND locktype = 'relation' AND application_name NOT LIKE '%migrations'`;
const EVERY_MS = 20;

/** Watches until it is asked for the longest wait, in milliseconds: what a migration costs, however busy the machine. */
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
