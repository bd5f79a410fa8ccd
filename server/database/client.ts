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
  /** The same connections, for prepared statements of hot reads. */
  pool: pg.Pool;
  /** Connections for what a webhook's answer or a probe waits for: user calls cannot take them. */
  webhookPool: pg.Pool;
  /** Connections of their own for scheduled work. */
  jobPool: pg.Pool;
  close(): Promise<void>;
}

interface DatabaseOptions {
  url: string;
  /** Connections at most of `pool` and `webhookPool` together. */
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
  const forWebhooks = Math.floor(max / 2);
  const pool = openPool({ url, max: max - forWebhooks, onError });
  const webhookPool = openPool({ url, max: forWebhooks, onError });
  const jobPool = openJobPool({ url, onError });
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { onPoolError: onError }) });
  return {
    prisma,
    ...{ pool, webhookPool, jobPool },
    async close() {
      await prisma.$disconnect();
      for (const each of [jobPool, webhookPool, pool]) if (!each.ended) await each.end();
    },
  };
}

function openPool({ url, max, onError }: DatabaseOptions): pg.Pool {
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
  return pool;
}
