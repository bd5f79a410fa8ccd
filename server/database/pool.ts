import pg from 'pg';

export interface PoolOptions {
  url: string;
  /** The most connections. */
  max: number;
  /** Shown in `pg_stat_activity`. */
  name: string;
  /** The timeout of a statement, and of a lock. */
  limits: { statementMs: number; lockMs: number };
  /** How long a connection may take to open; default: 2 s. */
  connectMs?: number;
  /** After this long an idle connection is closed. */
  idleMs?: number;
  /**
   * Every statement is planned once, as a loop of index lookups: a plan made while tables were small must not scan them
   * whole once they have grown.
   */
  byIndex?: boolean;
  onError(error: Error): void;
}

/** Hash and merge joins would read a whole index where a sequential scan is disabled. */
const BY_INDEX = [
  'SET plan_cache_mode = force_generic_plan',
  ...['seqscan', 'hashjoin', 'mergejoin'].map((way) => `SET enable_${way} = off`),
];

export const CONNECT_TIMEOUT_MS = 2_000;
const LONGEST_LIFE_S = 900;

/** The server's end of a connection; behind a pooler not what the start-up told. */
export interface Backend {
  /** Its process and start. */
  id: string;
  /** Whether a setting made it read-only when it was opened, as it then stays; one to a standby takes writes once that is promoted. */
  isReadOnly: boolean;
}

const BACKEND = `SELECT pid || ' ' || extract(epoch FROM backend_start) AS id,
  current_setting('default_transaction_read_only') = 'on' AS "isReadOnly" FROM pg_stat_activity WHERE pid = pg_backend_pid()`;
const backends = new WeakMap<pg.Client, Backend>();
export const backendOf = (client: pg.Client) => backends.get(client);
/** The server's own timeout comes first; this one is for a silent server. */
const SILENCE_MS = 500;

const ignored = () => {};

/**
 * A pool in which every wait has a timeout: 2 s to connect, and the given ones for locks and statements. They are set
 * by a statement on each new connection, because poolers refuse them in the start-up message.
 */
export function openPool({
  url,
  max,
  name,
  limits,
  idleMs,
  byIndex,
  onError,
  connectMs = CONNECT_TIMEOUT_MS,
}: PoolOptions): pg.Pool {
  const settings = [
    `SET statement_timeout = ${limits.statementMs}; SET lock_timeout = ${limits.lockMs}; SET TimeZone = 'UTC'`,
    // Compiling one of our statements takes longer than running it.
    'SET jit = off',
    ...(byIndex ? BY_INDEX : []),
    BACKEND,
  ].join('; ');
  const pool = new pg.Pool({
    connectionString: url,
    max,
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
    maxLifetimeSeconds: LONGEST_LIFE_S,
    query_timeout: limits.statementMs + SILENCE_MS,
    ...(idleMs === undefined ? {} : { idleTimeoutMillis: idleMs }),
    application_name: name,
    onConnect: (client) => withinConnecting(client as pg.Client, settings, connectMs),
  });
  pool.on('error', onError);
  // Its holder learns of a lost connection by the statement that rejects; unheard, the event would end the process.
  pool.on('connect', (client) => client.on('error', ignored));
  return pool;
}

/** The pool's own timeout ends once the connection is established. */
async function withinConnecting(client: pg.Client, sql: string, connectMs: number): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), connectMs);
  const results: unknown = await client.query(sql).finally(() => clearTimeout(timer));
  const [backend] = (results as pg.QueryResult<Backend>[]).at(-1)?.rows ?? [];
  if (backend) backends.set(client, backend);
}
