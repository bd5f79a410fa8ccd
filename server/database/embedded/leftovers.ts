import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { accountFor } from './account.ts';
import { shutDown } from './server.ts';
import type { Cluster } from './types.ts';

const OWNER_FILE = 'embedded-owner';

/** Data that is kept outside its `dataDir` says which that is. */
export function writeOwner(folder: string, dataDir: string): Promise<void> {
  return writeFile(join(folder, OWNER_FILE), `${dataDir}\n`, { mode: 0o600 });
}

/**
 * Stops what still runs for a former folder of the same name: after `kill -9` and `rm -r` nothing else would. The data
 * stays, since the folder may only have been moved.
 */
export async function stopForgotten(dataDir: string, cluster: Omit<Cluster, 'password'>): Promise<void> {
  const parent = dirname(cluster.folder);
  for (const name of await readdir(parent)) {
    const folder = join(parent, name);
    const owner = await readFile(join(folder, OWNER_FILE), 'utf8').catch(() => '');
    if (folder === cluster.folder || owner.trim() !== dataDir) continue;
    await shutDown({ ...cluster, folder, account: accountFor(folder) });
    cluster.log(`The database of a former ${dataDir} is still in ${folder}: delete it if you do not need it`);
  }
}
