import { AsyncResource } from 'node:async_hooks';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient } from './generated/client.ts';
import { openPool } from './pool.ts';
import type { Phase } from './restore/mark.ts';
import { followPhase } from './restore/phase.ts';
import { watchConnections } from './watch.ts';

export type { Prisma, PrismaClient } from './generated/client.ts';
export type Pool = pg.Pool;

export interface Database {
  /** Typed reads, and the account tables. */
  prisma: PrismaClient;
  /** The same connections, for prepared statements of hot reads. */
  pool: pg.Pool;
  /** Connections for webhooks and probes, which user calls cannot take. */
  webhookPool: pg.Pool;
  /** Separate connections for scheduled work. */
  jobPool: pg.Pool;
  /** Whether it was restored from a backup, and lacks what happened since. */
  phase(): Phase;
  close(): Promise<void>;
}

interface DatabaseOptions {
  url: string;
  /** The most connections of `pool` and `webhookPool` together. */
  max: number;
  /** How long a connection may take to open. */
  connectMs?: number;
  /** At the start; absent: open. */
  phase?: Phase;
  onError(error: Error): void;
}

/** The longest wait of a request. */
const REQUEST_LIMITS = { statementMs: 4_000, lockMs: 3_000 };

/** Scheduled work can wait; rows that are locked are left to its next run. */
const JOBS = {
  limits: { statementMs: 120_000, lockMs: 1_000 },
  /** Independent slices, and lease renewals beside them. */
  max: 3,
  idleMs: 30_000,
  name: 'subscription-payments jobs',
};

/** The only PrismaClient, and every pool of the service. */
export function openDatabase({ url, max, connectMs, phase: first = 'open', ...options }: DatabaseOptions): Database {
  // A connection is lost long after the call that opened it, in whose trace it would be told.
  const onError = AsyncResource.bind(options.onError);
  const forWebhooks = Math.floor(max / 2);
  const requests = { url, name: 'subscription-payments', limits: REQUEST_LIMITS, connectMs, onError };
  const pool = openPool({ ...requests, max: max - forWebhooks });
  const webhookPool = openPool({ ...requests, max: forWebhooks, byIndex: true });
  const jobPool = openPool({ ...JOBS, url, connectMs, onError });
  const phase = followPhase(pool, first);
  const watch = watchConnections(url, [pool, webhookPool, jobPool]);
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { onPoolError: onError }) });
  return {
    prisma,
    pool,
    webhookPool,
    jobPool,
    phase: phase.now,
    async close() {
      await phase.stop();
      await watch.stop();
      await prisma.$disconnect();
      for (const each of [jobPool, webhookPool, pool]) if (!each.ended) await each.end();
    },
  };
}
