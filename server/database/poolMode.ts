import pg from 'pg';

const ROUNDS = 3;
const PATIENCE_MS = 5_000;

const SHARED =
  'DATABASE_URL leads to a pooler that gives each transaction another connection (PgBouncer: pool_mode = transaction). ' +
  'Prepared statements, LISTEN and locks belong to one connection: set pool_mode = session, or name PostgreSQL itself';

/** Explains a failure where the words of PostgreSQL or Node don't say what to do. */
const ADVICE: [pattern: RegExp, advice: string][] = [
  [
    /unsupported startup parameter/,
    'the pooler refuses what DATABASE_URL asks for: set it on the role (ALTER ROLE … SET)',
  ],
  [
    /self-signed certificate|unable to (verify|get)/,
    "the database's certificate is not known here: add &sslrootcert=<file with its CA> to DATABASE_URL",
  ],
  [
    /Query read timeout/,
    'no second connection within 5 s: a pooler must have enough for every process (PgBouncer: default_pool_size)',
  ],
];

/**
 * Rejects if a pooler in front of PostgreSQL does not keep a server connection for each of ours, or allows only one. Of
 * two alternating clients each should keep its own server process; a transaction pooler gives both the same one, or
 * changes one's.
 */
export async function requireOwnConnections(connectionString: string): Promise<void> {
  const clients = [connect(connectionString), connect(connectionString)] as const;
  try {
    for (const client of clients) await client.connect();
    const seen = clients.map(() => new Set<number>());
    for (let turn = 0; turn < ROUNDS * clients.length; turn += 1) {
      const index = turn % clients.length;
      seen[index]?.add(await processOf(clients[index] as pg.Client));
    }
    const all = new Set(seen.flatMap((processes) => [...processes]));
    if (all.size !== clients.length || seen.some(({ size }) => size !== 1)) throw new Error(SHARED);
  } catch (error) {
    throw advised(error as Error);
  } finally {
    for (const client of clients) void client.end().catch(() => {});
  }
}

function advised(error: Error): Error {
  const advice = ADVICE.find(([pattern]) => pattern.test(error.message))?.[1];
  return advice ? new Error(`${error.message}: ${advice}`, { cause: error }) : error;
}

function connect(connectionString: string): pg.Client {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
    application_name: 'subscription-payments start',
  });
  return client.on('error', () => {});
}

async function processOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid ?? 0;
}
