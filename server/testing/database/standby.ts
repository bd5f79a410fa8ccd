import { type ChildProcess, spawn } from 'node:child_process';
import { appendFile, chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openCluster, SUPERUSER } from '../../database/embedded/cluster.ts';
import { freePort } from '../../database/embedded/freePort.ts';
import { run, spawnOptions } from '../../database/embedded/run.ts';
import type { Cluster } from '../../database/embedded/types.ts';
import { until } from '../run/until.ts';
import { runSql } from './database.ts';
import { removeDataDir, temporaryDataDir } from './databaseServer.ts';

const START_MS = 60_000;

/** A primary and a standby that follows it. */
export interface StandbyPair {
  /** Of the database `billing` on each. */
  primaryUrl: string;
  standbyUrl: string;
  remove(): Promise<void>;
}

/** Both begin as copies of one new cluster. */
export async function startStandbyPair(): Promise<StandbyPair> {
  const dataDir = await temporaryDataDir();
  const children: ChildProcess[] = [];
  const remove = async () => {
    await Promise.all(children.map(end));
    await removeDataDir(dataDir);
  };
  try {
    const cluster = await openCluster(dataDir, { durable: false, log: () => {} });
    const [port, standbyPort] = [await freePort(), await freePort()];
    const standby = { ...cluster, folder: `${cluster.folder}-standby` };
    await copyCluster(cluster, standby.folder);
    const source = `host=127.0.0.1 port=${port} user=${SUPERUSER} password=${cluster.password}`;
    await appendFile(join(standby.folder, 'postgresql.conf'), `primary_conninfo = '${source}'\n`);
    children.push(await launch(cluster, port));
    children.push(await launch(standby, standbyPort));
    const urlOf = (at: number, database: string) =>
      `postgresql://${SUPERUSER}:${cluster.password}@127.0.0.1:${at}/${database}`;
    await runSql(urlOf(port, 'postgres'), 'CREATE DATABASE billing');
    const pair = { primaryUrl: urlOf(port, 'billing'), standbyUrl: urlOf(standbyPort, 'billing'), remove };
    const isThere = () =>
      runSql(pair.standbyUrl, 'SELECT').then(
        () => true,
        () => false,
      );
    await until('the standby has it, too', isThere, START_MS);
    return pair;
  } catch (error) {
    await remove();
    throw error;
  }
}

async function copyCluster({ folder, account }: Cluster, target: string): Promise<void> {
  await run('/bin/cp', ['-a', folder, target], undefined);
  const signal = join(target, 'standby.signal');
  await writeFile(signal, '');
  if (account) await chown(signal, account.uid, account.gid);
}

async function launch({ folder, binaries, account }: Cluster, port: number): Promise<ChildProcess> {
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', port };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(binaries.postgres, ['-D', folder, ...args], {
    ...spawnOptions(account),
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr?.on('data', (chunk) => (output += chunk));
  await until(
    'PostgreSQL takes connections',
    () => {
      if (child.exitCode !== null) throw new Error(`PostgreSQL on ${folder} ended: ${output}`);
      return output.includes('ready to accept');
    },
    START_MS,
  );
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGQUIT');
  await ended;
}
