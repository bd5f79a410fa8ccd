import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { removeDataDir, temporaryDataDir } from '../../testing/database/databaseServer.ts';
import { kill, killAll, query, spawnServer, startQuietly, urlFrom } from '../../testing/database/embeddedServers.ts';
import { until } from '../../testing/run/until.ts';
import { findPostmaster } from './pidFile.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start.ts';

const isRoot = process.getuid?.() === 0;

let fresh: string;
let dataDir: string;
const folder = () => join(dataDir, 'postgres');

beforeEach(async () => {
  fresh = await temporaryDataDir();
  dataDir = fresh;
});
afterEach(async () => {
  killAll();
  await removeDataDir(fresh);
});

/** To make a database takes longer than most tests: these have one folder. */
function inOneFolder(): void {
  let shared: string;
  beforeAll(async () => {
    shared = await temporaryDataDir();
  });
  beforeEach(() => {
    dataDir = shared;
  });
  afterAll(() => removeDataDir(shared));
}

const start = () => startQuietly(dataDir);

describe('the settings', () => {
  inOneFolder();
  let database: EmbeddedPostgres;
  beforeEach(async () => {
    database = await startEmbeddedPostgres({ dataDir, log: () => {} });
  });
  afterEach(() => database.stop());

  test('are durable, loopback only, a generated password, UTF-8, code point order, UTC', async () => {
    const rows = await query(
      database.url,
      `SELECT name, setting FROM pg_settings WHERE name = ANY ('{fsync,full_page_writes,synchronous_commit,
       listen_addresses,unix_socket_directories,server_encoding,max_connections,TimeZone,password_encryption}')`,
    );
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      server_encoding: 'UTF8',
      max_connections: '100',
      TimeZone: 'UTC',
      password_encryption: 'scram-sha-256',
    });
    expect(await query(database.url, `SELECT 'a' < 'B' AS less, upper('é') AS upper`)).toEqual([
      { less: false, upper: 'É' },
    ]);
  });

  test('another password is refused; ours is in a file that only its owner can read', async () => {
    const wrong = new URL(database.url);
    wrong.password = 'postgres';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
    expect(statSync(join(folder(), 'embedded-password')).mode & 0o777).toBe(0o600);
    expect(new URL(database.url).port).not.toBe('5432');
  });

  test.runIf(isRoot)('the server runs as nobody when root starts it', async () => {
    const pid = await findPostmaster(folder());
    expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Uid:\t65534\t65534/m);
  });
});

describe('several servers', () => {
  test('two processes with one data folder share its server; the last one to stop ends it', async () => {
    const first = await start();
    const second = await start();
    expect(second.url).toBe(first.url);
    await first.stop();
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await second.stop();
    expect(await findPostmaster(folder())).toBeUndefined();
  });

  test('three processes that start at once in an empty folder create one database', async () => {
    const servers = [1, 2, 3].map(() => spawnServer(dataDir));
    const urls = await Promise.all(servers.map(urlFrom));
    expect(new Set(urls).size).toBe(1);
    await Promise.all(servers.map((server) => kill(server, 'SIGTERM')));
    expect(await findPostmaster(folder())).toBeUndefined();
    expect(readdirSync(dataDir)).toEqual(['postgres']);
  });

  test('two data folders have separate servers', async () => {
    const other = await temporaryDataDir();
    const [first, second] = await Promise.all([start(), startQuietly(other)]);
    await query(first.url, 'CREATE TABLE only_here ()');
    expect(new URL(second.url).port).not.toBe(new URL(first.url).port);
    expect(await query(second.url, `SELECT to_regclass('only_here') AS name`)).toEqual([{ name: null }]);
    await Promise.all([first.stop(), second.stop()]);
    await removeDataDir(other);
  });
});

describe('after a kill', () => {
  inOneFolder();

  test('of the process: the running PostgreSQL is reused, and ends with its new owner', async () => {
    const server = spawnServer(dataDir);
    const url = await urlFrom(server);
    await query(url, 'CREATE TABLE kept AS SELECT 1 AS one');
    const pid = await findPostmaster(folder());
    await kill(server, 'SIGKILL');

    const next = await start();
    expect(next.url).toBe(url);
    expect(await findPostmaster(folder())).toBe(pid);
    expect(await query(next.url, 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
    await next.stop();
    expect(await findPostmaster(folder())).toBeUndefined();
  });

  test('of the process and PostgreSQL: committed data is still there', async () => {
    const server = spawnServer(dataDir);
    await query(await urlFrom(server), 'CREATE TABLE kept_too AS SELECT 1 AS one');
    const pid = (await findPostmaster(folder())) as number;
    await kill(server, 'SIGKILL');
    process.kill(pid, 'SIGKILL');
    expect(existsSync(join(folder(), 'postmaster.pid'))).toBe(true);

    const next = await start();
    expect(await query(next.url, 'SELECT one FROM kept_too')).toEqual([{ one: 1 }]);
    await next.stop();
  });

  test('of PostgreSQL under a running process: it restarts on the same port', async () => {
    const { url, stop } = await start();
    const pid = (await findPostmaster(folder())) as number;
    process.kill(pid, 'SIGKILL');
    await until('it answers again', () => query(url, 'SELECT 1').catch(() => undefined));
    expect(await findPostmaster(folder())).not.toBe(pid);
    await stop();
    expect(await findPostmaster(folder())).toBeUndefined();
  });

  test('when the process id in the file belongs to another program by now', async () => {
    await (await start()).stop();
    const { uid, gid } = statSync(folder());
    const stranger = spawn('sleep', ['60'], isRoot ? { uid, gid } : {});
    const path = join(folder(), 'postmaster.pid');
    writeFileSync(path, `${stranger.pid}\n${folder()}\n1\n1\n\n\n\nready\n`);
    const { url, stop } = await start();
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(stranger.exitCode).toBeNull();
    stranger.kill();
    await stop();
  });
});

test('a stop by SIGTERM leaves no PostgreSQL running', async () => {
  const server = spawnServer(dataDir);
  await urlFrom(server);
  await kill(server, 'SIGTERM');
  expect(server.exitCode).toBe(0);
  expect(await findPostmaster(folder())).toBeUndefined();
});

test('after a kill in the middle of the first start the next process starts and cleans up', async () => {
  const server = spawnServer(dataDir);
  await until('it makes a database', () => readdirSync(dataDir).some((name) => name.includes('unfinished')));
  await kill(server, 'SIGKILL');
  const { url, stop } = await start();
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(readdirSync(dataDir)).toEqual(['postgres']);
  await stop();
});
