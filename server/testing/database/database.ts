import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  url: string;
  name: string;
  /** Waits a second for sessions to end by themselves, and ends what is left. */
  drop(): Promise<void>;
}

/** What `startTestServer` applies the migrations to, once. */
export const TEMPLATE = 'migrated_template';

/**
 * A fresh database with all migrations applied, in some 30 ms.
 * @param serverUrl of a server made by `startTestServer`; within Vitest that of the run.
 */
export async function createTestDatabase(serverUrl?: string): Promise<TestDatabase> {
  const server = serverUrl ?? (await import('vitest')).inject('databaseServerUrl');
  if (!server) throw new Error('Tests with a database are named *.service.test.ts or *.slow.test.ts');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runSql(server, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY file_copy`);
  return {
    url: databaseUrl(server, name),
    name,
    drop: () => runSql(server, untilLeft(name), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** A pool's `end` is over before its sessions are: one that is ended by force meanwhile makes the pool throw. */
function untilLeft(name: string): string {
  return `DO $$ BEGIN
    FOR try IN 1..200 LOOP
      EXIT WHEN NOT EXISTS (SELECT FROM pg_stat_activity WHERE datname = '${name}');
      PERFORM pg_sleep(0.005), pg_stat_clear_snapshot();
    END LOOP;
  END $$`;
}

/** Each statement by itself. */
export async function runSql(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const sql of statements) await client.query(sql);
  } finally {
    await client.end();
  }
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
