import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { accountFor } from '../../database/embedded/account.ts';
import { freePort } from '../../database/embedded/freePort.ts';
import { waitUntilReady } from '../../database/embedded/pidFile.ts';
import { run, spawnOptions } from '../../database/embedded/run.ts';
import { installPackages } from '../run/debian.ts';
import { runSql } from './database.ts';
import { removeDataDir, temporaryDataDir } from './databaseServer.ts';

/** The system's PostgreSQL, which has `pg_dump` and `pg_restore`, as the embedded one has not. */
export interface DebianPostgres {
  /** The folder of its programs. */
  programs: string;
  /** Resolves to the URL of an empty database. */
  createDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
}

const HOME = '/usr/lib/postgresql';

function findPrograms(): string | undefined {
  const versions = existsSync(HOME) ? readdirSync(HOME).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = versions.map((version) => join(HOME, version, 'bin'));
  return folders.find((folder) => ['postgres', 'initdb', 'pg_dump'].every((name) => existsSync(join(folder, name))));
}

export async function startDebianPostgres(): Promise<DebianPostgres> {
  if (!findPrograms()) installPackages(['postgresql']);
  const programs = findPrograms();
  if (!programs) throw new Error('PostgreSQL is not installed: apt-get install postgresql');
  const home = await temporaryDataDir();
  const folder = join(home, 'postgres');
  const account = accountFor(folder);
  await mkdir(folder, { mode: 0o700 });
  if (account) await chown(folder, account.uid, account.gid);
  const how = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  await run(join(programs, 'initdb'), [`--pgdata=${folder}`, ...how], account);
  const port = await freePort();
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', timezone: 'UTC' };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const options = { ...spawnOptions(account), cwd: folder, stdio: 'ignore' } as const;
  const server = spawn(join(programs, 'postgres'), ['-D', folder, ...args], options);
  if (!(await waitUntilReady(folder, server.pid ?? 0))) throw new Error('PostgreSQL did not start');
  const urlOf = (name: string) => `postgresql://postgres@127.0.0.1:${port}/${name}`;
  return {
    programs,
    async createDatabase(name) {
      await runSql(urlOf('postgres'), `CREATE DATABASE ${name}`);
      return urlOf(name);
    },
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGQUIT');
      await ended;
      await removeDataDir(home);
    },
  };
}
