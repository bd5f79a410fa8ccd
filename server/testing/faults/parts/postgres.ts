import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCluster, SUPERUSER } from '../../../database/embedded/cluster.ts';
import { freePort } from '../../../database/embedded/freePort.ts';
import { waitUntilReady } from '../../../database/embedded/pidFile.ts';
import { spawnOptions } from '../../../database/embedded/run.ts';
import type { Cluster } from '../../../database/embedded/types.ts';
import { runSql } from '../../database/database.ts';
import { removeDataDir } from '../../database/databaseServer.ts';
import { childrenOf } from '../../load/processor.ts';

export const MAX_CONNECTIONS = 60;
const ROLE = 'service';

/** A durable PostgreSQL (fsync on, on disk) that a test can stop, freeze and restart with the same port and data. */
export interface DurablePostgres {
  /** The URL for its superuser. */
  url: string;
  /** Creates an empty database. Resolves to the URL for its owner, who is no superuser. */
  createDatabase(): Promise<string>;
  start(): Promise<void>;
  /** Immediate shutdown without a checkpoint (SIGQUIT). */
  crash(): Promise<void>;
  /** Suspends all its processes, as on a machine that hangs. */
  freeze(): void;
  thaw(): void;
  /** Stops the server and removes its data. */
  remove(): Promise<void>;
}

let databases = 0;

export async function startDurablePostgres(): Promise<DurablePostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'faults-postgres-'));
  await chmod(dataDir, 0o755);
  const cluster = await openCluster(dataDir, { durable: true, log: () => {} });
  const port = await freePort();
  const url = addressOf({ port, database: 'postgres', user: SUPERUSER, password: cluster.password });
  let child: ChildProcess | undefined;
  const running = () => {
    if (!child?.pid) throw new Error('PostgreSQL is not running');
    return child.pid;
  };
  const start = async () => {
    child = launch(cluster, port);
    if (!(await waitUntilReady(cluster.folder, running()))) throw new Error('PostgreSQL did not start');
  };
  const crash = async () => {
    const ended = new Promise((resolve) => child?.once('exit', resolve));
    process.kill(running(), 'SIGQUIT');
    await ended;
    child = undefined;
  };
  await start();
  await runSql(url, `CREATE ROLE ${ROLE} LOGIN PASSWORD '${cluster.password}'`);
  return {
    url,
    start,
    crash,
    async createDatabase() {
      databases += 1;
      const database = `faults_${databases}`;
      await runSql(url, `CREATE DATABASE ${database} OWNER ${ROLE}`);
      return addressOf({ port, database, user: ROLE, password: cluster.password });
    },
    freeze: () => signalFamily(running(), 'SIGSTOP'),
    thaw: () => signalFamily(running(), 'SIGCONT'),
    async remove() {
      if (child) await crash();
      await removeDataDir(dataDir);
    },
  };
}

interface Address {
  port: number;
  database: string;
  user: string;
  password: string;
}

function addressOf({ port, database, user, password }: Address): string {
  return `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`;
}

function launch({ folder, binaries, account }: Cluster, port: number): ChildProcess {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'on',
    timezone: 'UTC',
    max_connections: MAX_CONNECTIONS,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return spawn(binaries.postgres, ['-D', folder, ...args], {
    ...spawnOptions(account),
    cwd: folder,
    detached: true,
    stdio: 'ignore',
  });
}

/** Stops the postmaster first and continues it last: it must not notice that its children stop. */
function signalFamily(postmaster: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  const children = childrenOf(postmaster);
  const family = signal === 'SIGSTOP' ? [postmaster, ...children] : [...children, postmaster];
  for (const pid of family) process.kill(pid, signal);
}
