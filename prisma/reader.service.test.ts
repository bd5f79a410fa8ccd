import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { EmbeddedPostgres } from '../server/database/embedded/start.ts';
import { runSql } from '../server/testing/database/database.ts';
import { query, startQuietly } from '../server/testing/database/embeddedServers.ts';
import { applyMigrations } from './migrate.ts';

/** A server of its own: roles belong to the server, and every other test's database has made this one. */
let folder: string;
let server: EmbeddedPostgres;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reader-'));
  server = await startQuietly(folder);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() =>
  runSql(server.url, 'DROP DATABASE billing', 'DROP ROLE billing_reader', 'DROP ROLE reports', 'DROP ROLE service'),
);

const asRole = (role: string) => {
  const url = new URL(server.url);
  Object.assign(url, { username: role, password: 'secret', pathname: '/billing' });
  return url.href;
};

async function migratedBy(attributes: string): Promise<string[]> {
  await runSql(
    server.url,
    `CREATE ROLE service LOGIN PASSWORD 'secret' ${attributes}`,
    `CREATE ROLE reports LOGIN PASSWORD 'secret'`,
    'CREATE DATABASE billing OWNER service',
  );
  const logged: string[] = [];
  await applyMigrations(asRole('service'), (message) => logged.push(message));
  return logged.filter((message) => message.includes('billing_reader'));
}

/** What a program that is a member of the role gets. */
async function read() {
  const [access] = await query(asRole('reports'), 'SELECT count(*)::int AS rows FROM billing_v1.access');
  expect(access).toEqual({ rows: 0 });
  await expect(query(asRole('reports'), 'SELECT FROM access_period')).rejects.toThrow('permission denied');
  await expect(query(asRole('reports'), 'SELECT FROM subscription')).rejects.toThrow('permission denied');
}

describe('billing_reader reads the view, and nothing else', () => {
  test('made by a database role that may make roles', async () => {
    expect(await migratedBy('CREATEROLE')).toEqual([]);
    await expect(read()).rejects.toThrow('permission denied');
    await runSql(server.url, 'GRANT billing_reader TO reports');
    await read();
  });

  test('else by the lines that the migration prints once', async () => {
    const [printed = '', ...more] = await migratedBy('NOCREATEROLE');
    expect([printed, more]).toEqual([expect.stringMatching(/^The role service may not make roles\. .* run: /), []]);
    expect(await query(server.url, "SELECT FROM pg_roles WHERE rolname = 'billing_reader'")).toEqual([]);
    const administrator = new URL(server.url);
    administrator.pathname = '/billing';
    await runSql(administrator.href, printed.slice(printed.indexOf('CREATE ROLE')), 'GRANT billing_reader TO reports');
    await read();
    expect(await applyMigrations(asRole('service'), () => {})).toEqual([]);
  });

  test('one that an administrator made before only needs its rights', async () => {
    await runSql(server.url, 'CREATE ROLE billing_reader');
    expect(await migratedBy('NOCREATEROLE')).toEqual([]);
    await runSql(server.url, 'GRANT billing_reader TO reports');
    await read();
  });
});
