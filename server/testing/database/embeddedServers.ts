import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../database/embedded/start.ts';
import { builtProgram } from '../run/programs.ts';

const started = new Set<ChildProcess>();

export function startQuietly(dataDir: string): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir, durable: false, log: () => {} });
}

/** Starts a separate server process that uses the embedded database. */
export function spawnServer(dataDir: string): ChildProcess {
  const server = spawn(process.execPath, [builtProgram('embedded'), dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  started.add(server);
  server.once('exit', () => started.delete(server));
  return server;
}

/** Resolves to the database's URL when it is ready. */
export async function urlFrom({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('The server has no output');
  const [line] = await once(createInterface(stdout), 'line');
  return String(line);
}

export async function kill(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exit = once(server, 'exit');
  server.kill(signal);
  await exit;
}

export function killAll(): void {
  for (const server of started) server.kill('SIGKILL');
}

export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
