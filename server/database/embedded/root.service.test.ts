import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { removeDataDir, temporaryDataDir } from '../../testing/database/databaseServer.ts';
import { kill, killAll, query, spawnServer, startQuietly, urlFrom } from '../../testing/database/embeddedServers.ts';
import { SYSTEM_FOLDER } from './account.ts';
import { findPostmaster } from './pidFile.ts';

describe.runIf(process.getuid?.() === 0)('as root in a folder that only root can enter', () => {
  let home: string;
  const hidden = () => join(home, 'private', '.data');

  beforeEach(async () => {
    home = await temporaryDataDir();
    await mkdir(join(home, 'private'), { mode: 0o700 });
  });
  afterEach(async () => {
    killAll();
    await removeDataDir(hidden());
    await removeDataDir(home);
  });

  test('the data is stored in another folder and found again', async () => {
    const first = await startQuietly(hidden());
    await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS one');
    await first.stop();
    expect(readdirSync(hidden())).toEqual(['postgres.id']);
    const second = await startQuietly(hidden());
    expect(await query(second.url, 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
    await second.stop();
  });

  test('a folder that was deleted and created again gets a new database, and the old server stops', async () => {
    const server = spawnServer(hidden());
    await query(await urlFrom(server), 'CREATE TABLE forgotten ()');
    const former = join(SYSTEM_FOLDER, 'data', readFileSync(join(hidden(), 'postgres.id'), 'utf8').trim());
    await kill(server, 'SIGKILL');
    await rm(hidden(), { recursive: true });

    const second = await startQuietly(hidden());
    expect(await query(second.url, `SELECT to_regclass('forgotten') AS name`)).toEqual([{ name: null }]);
    expect(await findPostmaster(former)).toBeUndefined();
    await second.stop();
    await rm(former, { recursive: true });
  });

  test('a lost database is reported, not replaced by an empty one', async () => {
    await mkdir(hidden());
    writeFileSync(join(hidden(), 'postgres.id'), 'f00d\n');
    await expect(startQuietly(hidden())).rejects.toThrow('/data/f00d is missing');
    await rm(hidden(), { recursive: true });
  });
});
