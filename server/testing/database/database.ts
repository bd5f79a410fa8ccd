import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  url: string;
  name: string;
  /** Waits up to a second for sessions to end, and terminates the rest. */
  drop(): Promise<void>;
}

/** The database to which `startTestServer` applies the migrations, once. */
export const TEMPLATE = 'migrated_template';

/**
 * Creates a database with all migrations applied, in about 30 ms.
 * @param serverUrl a server of `startTestServer`; default: the server of the Vitest run.
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

/** A pool's `end` resolves before its sessions end, and a session that is terminated meanwhile makes the pool throw. */
function untilLeft(name: string): string {
  return `DO $$ BEGIN
    FOR try IN 1..200 LOOP
      EXIT WHEN NOT EXISTS (SELECT FROM pg_stat_activity WHERE datname = '${name}');
      PERFORM pg_sleep(0.005), pg_stat_clear_snapshot();
    END LOOP;
  END $$`;
}

/** Runs each statement in its own query. */
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
