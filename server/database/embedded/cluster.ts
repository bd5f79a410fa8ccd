import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Account, accountFor, canEnter, SYSTEM_FOLDER } from './account.ts';
import { findBinaries } from './binaries.ts';
import { stopForgotten, writeOwner } from './leftovers.ts';
import { run } from './run.ts';
import type { Cluster } from './types.ts';

export const SUPERUSER = 'postgres';
const MAJOR_VERSION = '18';
const PASSWORD_FILE = 'embedded-password';
/** Says where the data is, when it is not in `dataDir` itself. */
const ID_FILE = 'postgres.id';

type ClusterOptions = Pick<Cluster, 'durable' | 'log'>;

/** Finds the data folder that belongs to `dataDir`, or makes it. Call with the lock of `dataDir` held. */
export async function openCluster(dataDir: string, { durable, log }: ClusterOptions): Promise<Cluster> {
  const { folder, account, remember } = await locate(dataDir);
  const binaries = await findBinaries(account, dataDir);
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    log(`Creating a new database in ${folder}`);
    await initialize({ folder, account, binaries, durable });
    await remember();
    if (dirname(folder) !== dataDir) await stopForgotten(dataDir, { folder, account, binaries, durable, log });
  }
  await refuseOtherVersions(folder);
  return { folder, account, binaries, password: await readPassword(folder), durable, log };
}

/** Whether `dataDir` holds a database of an earlier start. */
export function hasCluster(dataDir: string): boolean {
  return [join(dataDir, 'postgres', 'PG_VERSION'), join(dataDir, ID_FILE)].some(existsSync);
}

/** Whether the folder still holds this very cluster: it may have been removed, and another made there. */
export async function isStillThere({ folder, password }: Cluster): Promise<boolean> {
  return (await readPassword(folder).catch(() => '')) === password;
}

async function readPassword(folder: string): Promise<string> {
  return (await readFile(join(folder, PASSWORD_FILE), 'utf8')).trim();
}

interface Location {
  folder: string;
  account: Account;
  /** Writes down in `dataDir` where the data is, once it is there. */
  remember(): Promise<void>;
}

/** In `dataDir` if PostgreSQL's account can enter it; else in the system's folder, under a random id kept in `dataDir`. */
async function locate(dataDir: string): Promise<Location> {
  const inside = join(dataDir, 'postgres');
  const idFile = join(dataDir, ID_FILE);
  const nothing = async () => {};
  if (existsSync(idFile)) {
    const folder = join(SYSTEM_FOLDER, 'data', basename((await readFile(idFile, 'utf8')).trim()));
    if (!existsSync(folder)) throw new Error(`${folder} is missing: restore it, or delete ${idFile} to start empty`);
    return { folder, account: accountFor(folder), remember: nothing };
  }
  const account = accountFor(inside);
  if (canEnter(dataDir, account)) return { folder: inside, account, remember: nothing };
  if (existsSync(inside))
    throw new Error(`${inside} holds the database, but its owner has no access to ${dataDir} any more`);
  const id = randomBytes(16).toString('hex');
  const folder = join(SYSTEM_FOLDER, 'data', id);
  const remember = async () => {
    await writeOwner(folder, dataDir);
    await writeAtOnce(idFile, `${id}\n`);
  };
  return { folder, account, remember };
}

interface InitOptions extends Pick<Cluster, 'folder' | 'account' | 'binaries' | 'durable'> {}

/** A cluster appears whole or not at all: made under another name, then renamed. */
async function initialize({ folder, account, binaries, durable }: InitOptions): Promise<void> {
  const parent = dirname(folder);
  await makeParent(parent, account);
  const prefix = `${basename(folder)}.unfinished-`;
  const drafts = (await readdir(parent)).filter((name) => name.startsWith(prefix));
  await Promise.all(drafts.map((name) => rm(join(parent, name), { recursive: true, force: true, maxRetries: 3 })));

  const draft = join(parent, `${prefix}${randomBytes(6).toString('hex')}`);
  const passwordFile = join(draft, PASSWORD_FILE);
  await mkdir(join(draft, 'data'), { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 });
  if (account)
    for (const path of [draft, join(draft, 'data'), passwordFile]) await chown(path, account.uid, account.gid);
  await run(binaries.initdb, initArguments(join(draft, 'data'), { passwordFile, durable }), account);
  await rename(passwordFile, join(draft, 'data', PASSWORD_FILE));
  await rename(join(draft, 'data'), folder);
  if (durable) await syncFolder(parent);
  await rm(draft, { recursive: true, force: true });
}

function initArguments(folder: string, options: { passwordFile: string; durable: boolean }): string[] {
  return [
    `--pgdata=${folder}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${options.passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(options.durable ? [] : ['--no-sync']),
  ];
}

async function makeParent(parent: string, account: Account): Promise<void> {
  if (existsSync(parent)) return;
  await mkdir(parent, { recursive: true });
  if (account) for (const path of [dirname(parent), parent]) await chmod(path, 0o755);
}

async function refuseOtherVersions(folder: string): Promise<void> {
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  if (version !== MAJOR_VERSION)
    throw new Error(`${folder} was created by PostgreSQL ${version}, not ${MAJOR_VERSION}`);
}

async function writeAtOnce(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text, { flush: true });
  await rename(`${path}.new`, path);
  await syncFolder(dirname(path));
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}
