import pg from 'pg';
import { boundQueries } from './boundQueries.ts';

interface JobPoolOptions {
  url: string;
  onError(error: Error): void;
}

/** Slices that don't wait for each other, and renewals of leases beside them. */
const CONNECTIONS = 3;
const CONNECT_TIMEOUT_MS = 2_000;
const STATEMENT_TIMEOUT_MS = 120_000;
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5_000;
/** What somebody else holds is left for the next run. */
const LOCK_TIMEOUT_MS = 1_000;
const IDLE_MS = 30_000;

/**
 * Connections for scheduled work, apart from those that requests wait for, and without their limit of 4 s a statement.
 * Set by statements and not in the start-up message, which a pooler refuses.
 */
export function openJobPool({ url, onError }: JobPoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_MS,
    application_name: 'subscription-payments jobs',
    onConnect: async (client) => {
      await client.query(
        `SET statement_timeout = ${STATEMENT_TIMEOUT_MS}; SET lock_timeout = ${LOCK_TIMEOUT_MS}; SET TimeZone = 'UTC'`,
      );
    },
  });
  pool.on('error', onError);
  pool.on('connect', (client) => boundQueries(client, ANSWER_TIMEOUT_MS));
  return pool;
}
