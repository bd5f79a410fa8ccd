import { mkdir, realpath, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isStillThere, openCluster, SUPERUSER } from './cluster.ts';
import { withLock } from './lock.ts';
import { ensureRunning, shutDown, type Wish } from './server.ts';
import type { Cluster } from './types.ts';

export interface EmbeddedPostgres {
  /** A connection string for its superuser; the same as long as this process lives. */
  url: string;
  /** Stops it, unless another server process uses it too. Close your own connections first. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Made if it isn't there. Remove it, and the next start makes an empty database. */
  dataDir: string;
  log(message: string): void;
  /** The port for a PostgreSQL that has to be started; else any free one. */
  port?: number;
  /** Gives up the start: it rejects with the reason, and leaves nothing running that wasn't before. */
  signal?: AbortSignal;
  /** False turns fsync off: for tests alone. */
  durable?: boolean;
}

const KEEPER = 'subscription-payments keeper';
const RETRY_MS = 200;
const PATIENCE_MS = 5_000;

/**
 * Starts a PostgreSQL 18 of our own under `dataDir`, on loopback, or joins the one that runs there already.
 * As long as it isn't stopped, a PostgreSQL that ends is started again on the same port.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  try {
    return await start(options);
  } catch (cause) {
    options.signal?.throwIfAborted();
    const reason = cause instanceof Error ? cause.message : cause;
    throw new Error(`The embedded PostgreSQL cannot start (set DATABASE_URL to use your own): ${reason}`, { cause });
  }
}

async function start({ log, durable = true, port, signal, ...options }: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true });
  const dataDir = await realpath(options.dataDir);
  const { dev, ino } = await stat(dataDir);
  const lockName = `${dev}:${ino}`;
  const open = async () => {
    signal?.throwIfAborted();
    const cluster = await openCluster(dataDir, { durable, log });
    return keep({ cluster, lockName, ...(await join(cluster, { port, signal })) });
  };
  return withLock(lockName, open, signal);
}

interface Joined {
  port: number;
  /** A connection that tells other servers that this one uses the database, and this one when the database ends. */
  keeper: pg.Client;
}

interface Kept extends Joined {
  cluster: Cluster;
  lockName: string;
}

/** Tries for a while: the port may be taken in between, or PostgreSQL be killed or still be ending just now. */
async function join(cluster: Cluster, wish: Wish): Promise<Joined> {
  for (const deadline = Date.now() + PATIENCE_MS; ; ) {
    wish.signal?.throwIfAborted();
    try {
      const port = await ensureRunning(cluster, wish);
      return { port, keeper: await connectKeeper(urlOf(cluster, port)) };
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(RETRY_MS);
    }
  }
}

async function connectKeeper(url: string): Promise<pg.Client> {
  const keeper = new pg.Client({ connectionString: url, application_name: KEEPER, keepAlive: true });
  keeper.on('error', () => {});
  await keeper.connect();
  return keeper;
}

function urlOf({ password }: Cluster, port: number): string {
  return `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`;
}

function keep({ cluster, lockName, port, keeper: firstKeeper }: Kept): EmbeddedPostgres {
  let keeper = firstKeeper;
  let stopping: Promise<void> | undefined;

  const revive = async () => {
    while (!stopping) {
      if (!(await isStillThere(cluster))) return cluster.log(`The database in ${cluster.folder} was removed`);
      try {
        await withLock(lockName, async () => {
          if (!stopping) watch((await join(cluster, { port })).keeper);
        });
        return;
      } catch (error) {
        cluster.log(`The embedded database is unavailable: ${error instanceof Error ? error.message : error}`);
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
  };
  const watch = (client: pg.Client) => {
    keeper = client;
    keeper.once('end', () => void revive());
  };
  const stop = () =>
    withLock(lockName, async () => {
      const shared = await othersUse(keeper);
      await keeper.end().catch(() => {});
      if (shared) cluster.log('Leaving PostgreSQL to another server that uses it');
      else await shutDown(cluster);
    });

  watch(keeper);
  return { url: urlOf(cluster, port), stop: () => (stopping ??= stop()) };
}

async function othersUse(keeper: pg.Client): Promise<boolean> {
  const sql = 'SELECT 1 FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()';
  const { rowCount } = await keeper.query(sql, [KEEPER]).catch(() => ({ rowCount: 0 }));
  return rowCount !== 0 && rowCount !== null;
}
