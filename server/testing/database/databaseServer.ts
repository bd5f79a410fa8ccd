import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { applyMigrations } from '../../../prisma/migrate.ts';
import { makePartitions } from '../../billing/ledger/partitions.ts';
import { SYSTEM_FOLDER } from '../../database/embedded/account.ts';
import { findPostmaster, isAlive } from '../../database/embedded/pidFile.ts';
import { startEmbeddedPostgres } from '../../database/embedded/start.ts';
import { databaseUrl, runSql, TEMPLATE } from './database.ts';

export interface TestServer {
  url: string;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
}

const PREFIX = 'subscription-payments-test-';
const SHARED_MEMORY = '/dev/shm';
const ENOUGH_BYTES = 4_000_000_000;

/** Starts PostgreSQL for tests in a new folder (fsync off), with the template that `createTestDatabase` copies. */
export async function startTestServer(): Promise<TestServer> {
  await removeLeftovers();
  const dataDir = await temporaryDataDir();
  const messages: string[] = [];
  try {
    const server = await startEmbeddedPostgres({ dataDir, durable: false, log: (message) => messages.push(message) });
    await makeTemplate(server.url);
    return { url: server.url, stop: () => server.stop().finally(() => removeDataDir(dataDir)) };
  } catch (error) {
    await removeDataDir(dataDir);
    throw new Error(`The tests' database did not start: ${messages.join('; ')}`, { cause: error });
  }
}

/**
 * Creates a folder that PostgreSQL's user can enter, unlike `mkdtemp` alone. Its name contains the id of this process.
 */
export async function temporaryDataDir(): Promise<string> {
  const folder = await mkdtemp(join(await scratchFolder(), `${PREFIX}${process.pid}-`));
  await chmod(folder, 0o755);
  return folder;
}

/** Removes a data folder and its database, wherever it is; stops a PostgreSQL that still runs there. */
export async function removeDataDir(dataDir: string): Promise<void> {
  const idFile = join(dataDir, 'postgres.id');
  const elsewhere = existsSync(idFile)
    ? join(SYSTEM_FOLDER, 'data', (await readFile(idFile, 'utf8')).trim())
    : undefined;
  for (const folder of [join(dataDir, 'postgres'), ...(elsewhere ? [elsewhere] : [])]) {
    const pid = await findPostmaster(folder);
    if (pid) process.kill(pid, 'SIGQUIT');
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
  await rm(dataDir, { recursive: true, force: true });
}

/** In shared memory if it is large enough: ext4 is slow with the hundreds of small files of each database. */
async function scratchFolder(): Promise<string> {
  const room = await statfs(SHARED_MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return room > ENOUGH_BYTES ? SHARED_MEMORY : tmpdir();
}

async function makeTemplate(serverUrl: string): Promise<void> {
  await runSql(serverUrl, `CREATE DATABASE ${TEMPLATE}`);
  const url = databaseUrl(serverUrl, TEMPLATE);
  await applyMigrations(url, () => {});
  const pool = new pg.Pool({ connectionString: url });
  await makePartitions(pool).finally(() => pool.end());
  await runSql(serverUrl, `ALTER DATABASE ${TEMPLATE} WITH ALLOW_CONNECTIONS false`);
}

/** Removes the folders of runs that were killed. */
async function removeLeftovers(): Promise<void> {
  const scratch = await scratchFolder();
  for (const name of await readdir(scratch)) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (pid > 0 && !isAlive(pid)) await removeDataDir(join(scratch, name)).catch(() => {});
  }
}
