import pg from 'pg';
import { boundQueries } from './boundQueries.ts';

export interface PoolOptions {
  url: string;
  /** Connections at most. */
  max: number;
  /** Shown in `pg_stat_activity`. */
  name: string;
  /** How long a statement may take, and how long it may wait for a lock. */
  limits: { statementMs: number; lockMs: number };
  /** After so long an unused connection is closed. */
  idleMs?: number;
  /**
   * Every statement is planned once, and looks up row after row by an index: a plan that was made while tables were small
   * must not read them whole when they have grown.
   */
  byIndex?: boolean;
  onError(error: Error): void;
}

/** Hash and merge joins would read an index whole where a sequential scan is out of the question. */
const BY_INDEX = [
  'SET plan_cache_mode = force_generic_plan',
  ...['seqscan', 'hashjoin', 'mergejoin'].map((way) => `SET enable_${way} = off`),
];

const CONNECT_TIMEOUT_MS = 2_000;
/** The server's own limit comes first; this one is for when it is silent. */
const SILENCE_MS = 500;

/**
 * A pool whose waits are all bounded: connecting 2 s, a lock and a statement as given. The limits are set by a
 * statement when a connection is made, and not in its start-up message, where poolers refuse them.
 */
export function openPool({ url, max, name, limits, idleMs, byIndex, onError }: PoolOptions): pg.Pool {
  const settings = [
    `SET statement_timeout = ${limits.statementMs}; SET lock_timeout = ${limits.lockMs}; SET TimeZone = 'UTC'`,
    ...(byIndex ? BY_INDEX : []),
  ].join('; ');
  const pool = new pg.Pool({
    connectionString: url,
    max,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...(idleMs === undefined ? {} : { idleTimeoutMillis: idleMs }),
    application_name: name,
    onConnect: (client) => withinConnecting(client as pg.Client, settings),
  });
  pool.on('error', onError);
  pool.on('connect', (client) => boundQueries(client, limits.statementMs + SILENCE_MS));
  return pool;
}

/** The pool's own limit ends when the connection stands. */
async function withinConnecting(client: pg.Client, sql: string): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), CONNECT_TIMEOUT_MS);
  await client.query(sql).finally(() => clearTimeout(timer));
}
