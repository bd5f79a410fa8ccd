import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { boundQueries } from './boundQueries.ts';
import { PrismaClient } from './generated/client.ts';
import { openJobPool } from './jobPool.ts';

export type { Prisma, PrismaClient } from './generated/client.ts';
export type Pool = pg.Pool;

export interface Database {
  /** Typed reads and the account tables. */
  prisma: PrismaClient;
  /** The same connections, for the hot path's prepared statements. */
  pool: pg.Pool;
  /** Connections of their own for scheduled work. */
  jobPool: pg.Pool;
  close(): Promise<void>;
}

interface DatabaseOptions {
  url: string;
  /** Connections at most. */
  max: number;
  onError(error: Error): void;
}

const CONNECT_TIMEOUT_MS = 2_000;
const STATEMENT_TIMEOUT_MS = 4_000;
/** The server's own limits come first; this one is for when it is silent. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 500;
const LOCK_TIMEOUT_MS = 3_000;

/** The only PrismaClient, on a pool whose waits are all bounded: connecting 2 s, a lock 3 s, a statement 4 s. */
export function openDatabase({ url, max, onError }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    options: `-c statement_timeout=${STATEMENT_TIMEOUT_MS} -c lock_timeout=${LOCK_TIMEOUT_MS} -c TimeZone=UTC`,
    application_name: 'subscription-payments',
  });
  pool.on('error', onError);
  pool.on('connect', (client) => boundQueries(client, ANSWER_TIMEOUT_MS));
  const jobPool = openJobPool({ url, onError });
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { onPoolError: onError }) });
  return {
    prisma,
    pool,
    jobPool,
    async close() {
      await prisma.$disconnect();
      if (!jobPool.ended) await jobPool.end();
      if (!pool.ended) await pool.end();
    },
  };
}
