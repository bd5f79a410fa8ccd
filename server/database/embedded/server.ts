import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from './freePort.ts';
import { disownPidFile, findPostmaster, waitUntilReady } from './pidFile.ts';
import { run, spawnOptions } from './run.ts';
import type { Cluster } from './types.ts';

const MAX_CONNECTIONS = 100;
const STOP_SECONDS = 30;
const FAST_SHUTDOWN = 'SIGINT';
/** What a killed server leaves in shared memory goes when it starts again; a test's data is removed instead. */
const FOR_TESTS = { fsync: 'off', full_page_writes: 'off', dynamic_shared_memory_type: 'mmap' };
const MAX_LOG_BYTES = 5_000_000;

export interface Wish {
  /** The port for a PostgreSQL that has to be started; else any free one. */
  port?: number;
  /** Ends the waiting for it; what was started by then is stopped again. */
  signal?: AbortSignal;
}

/**
 * Uses the PostgreSQL that already runs on the data folder (its server was killed, or is another one), else starts one.
 * Call with the lock of the data folder held.
 * @returns the port.
 */
export async function ensureRunning(cluster: Cluster, wish: Wish): Promise<number> {
  const { folder, log } = cluster;
  const pid = await findPostmaster(folder);
  const port = pid && (await waitUntilReady(folder, pid, wish.signal));
  if (port) {
    log(`Using the PostgreSQL that already runs on ${folder} (process ${pid})`);
    return port;
  }
  await disownPidFile(folder);
  return launch(cluster, wish);
}

/** Ends sessions, writes everything out and waits for the end; without effect when none runs. */
export async function shutDown({ folder, binaries, account, log }: Omit<Cluster, 'password'>): Promise<void> {
  if (!(await findPostmaster(folder))) return;
  const stop = (mode: string) =>
    run(binaries.pgCtl, ['stop', `--pgdata=${folder}`, `--mode=${mode}`, `--timeout=${STOP_SECONDS}`], account);
  await stop('fast').catch(async (error: Error) => {
    if (!(await findPostmaster(folder))) return;
    log(`Stopping PostgreSQL at once: ${error.message}`);
    await stop('immediate');
  });
}

async function launch(cluster: Cluster, { port: wanted, signal }: Wish): Promise<number> {
  const port = wanted ?? (await freePort());
  const failure = await tryLaunch(cluster, { port, signal });
  if (failure !== undefined) throw new Error(`PostgreSQL didn't start on ${cluster.folder}: ${failure}`);
  return port;
}

/** @returns what it printed, if it ended before it was ready. */
async function tryLaunch(cluster: Cluster, { port, signal }: Wish & { port: number }): Promise<string | undefined> {
  const { folder, binaries, account } = cluster;
  const output = await openLog(cluster);
  const { size } = await output.stat();
  const child = spawn(binaries.postgres, serverArguments(cluster, port), {
    ...spawnOptions(account),
    cwd: folder,
    // Its own process group: Ctrl-C reaches the server alone, which then stops PostgreSQL last.
    detached: true,
    stdio: ['ignore', output.fd, output.fd],
  });
  try {
    await once(child, 'spawn');
    child.unref();
    if (await waitUntilReady(folder, child.pid ?? 0, signal)) return undefined;
    return await readFrom(output, size);
  } catch (error) {
    await end(child);
    throw error;
  } finally {
    await output.close();
  }
}

/** Also one that has not written its id down yet. */
async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(FAST_SHUTDOWN);
  await exited;
}

function serverArguments({ folder, durable }: Cluster, port: number): string[] {
  const settings: Record<string, string | number> = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: MAX_CONNECTIONS,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Statements and rows hold addresses and names, which have no place in a log.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    ...(durable ? { fsync: 'on' } : FOR_TESTS),
  };
  return ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

async function openLog({ folder, account }: Cluster): Promise<FileHandle> {
  const handle = await open(join(folder, 'embedded.log'), 'a+', 0o600);
  if (account) await handle.chown(account.uid, account.gid);
  if ((await handle.stat()).size > MAX_LOG_BYTES) await handle.truncate();
  return handle;
}

async function readFrom(handle: FileHandle, position: number): Promise<string> {
  const { size } = await handle.stat();
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.max(size - position, 0)), 0, undefined, position);
  return buffer.toString('utf8', 0, bytesRead).trim();
}
