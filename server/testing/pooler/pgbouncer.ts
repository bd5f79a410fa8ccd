import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../database/embedded/freePort.ts';
import { runSql } from '../database/database.ts';
import { findProgram } from '../run/debian.ts';

export interface Pooler {
  /** The URL of the same database through the pooler. */
  url: string;
  stop(): Promise<void>;
}

export interface PoolerOptions {
  databaseUrl: string;
  mode: 'session' | 'transaction' | 'statement';
  /** Connections to PostgreSQL. */
  size: number;
  /** PEM files, for clients that request TLS. */
  tls?: { certificate: string; key: string };
}

const PATIENCE_MS = 10_000;

/** Starts PgBouncer with its default settings, except mode and size. */
export async function startPgbouncer({ databaseUrl, mode, size, tls }: PoolerOptions): Promise<Pooler> {
  const { hostname, port: target, username, password } = new URL(databaseUrl);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  chmodSync(folder, 0o755);
  const users = join(folder, 'users.txt');
  writeFileSync(users, `"${username}" "${password}"\n`);
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${target}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = ${size}
${tls ? `client_tls_sslmode = allow\nclient_tls_cert_file = ${tls.certificate}\nclient_tls_key_file = ${tls.key}` : ''}
`,
  );
  // PgBouncer refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(findProgram('pgbouncer') ?? 'pgbouncer', [settings], {
    ...account,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk) => (output += chunk));
  const url = Object.assign(new URL(databaseUrl), { port: `${port}` }).href;
  const stop = () => end(child).finally(() => rmSync(folder, { recursive: true, force: true }));
  await answer(url, child).catch(async (error) => {
    await stop();
    throw new Error(`PgBouncer did not start: ${output}`, { cause: error });
  });
  return { url, stop };
}

async function answer(url: string, child: ChildProcess): Promise<void> {
  for (const giveUpAt = Date.now() + PATIENCE_MS; ; await sleep(50)) {
    try {
      return await runSql(url, 'SELECT 1');
    } catch (error) {
      if (child.exitCode !== null || Date.now() > giveUpAt) throw error;
    }
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}
