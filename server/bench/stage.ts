import { mkdtempSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { applyMigrations } from '../../prisma/migrate.ts';
import { freePort } from '../database/embedded/freePort.ts';
import { startEmbeddedPostgres } from '../database/embedded/start.ts';
import { providerSettings } from '../testing/app/providerSettings.ts';
import { SECRET } from '../testing/load/events.ts';
import { watchFamily } from '../testing/load/processor.ts';
import { AUTH_SECRET } from './sessions.ts';
import { startTarget, type Target } from './target.ts';

/** The benchmark's own durable PostgreSQL, and the servers that are compared on it. */
export interface Stage {
  rounds: number;
  /** A folder for data, removed at the end. */
  folder: string;
  /** PostgreSQL's processor time so far, in seconds. */
  databaseSeconds(): number;
  /** Creates an empty database and resolves to its URL. */
  createDatabase(): Promise<string>;
  /** Creates a database with this service's tables and resolves to its URL. */
  createMigrated(): Promise<string>;
  /** Starts a server of `targets/` with the database's URL. */
  startTarget(name: string, databaseUrl?: string): Promise<Target>;
  /** Starts the built service in production mode, or the one that was built in another folder. */
  startOurs(environment: Record<string, string>, root?: string): Promise<Target>;
  /** Stops all running servers and drops their databases: nothing of one part runs beside the next. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

export async function openStage(rounds: number): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'subscription-payments-bench-'));
  await chmod(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), log: () => {} });
  const admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  const running: Target[] = [];
  const databases: string[] = [];
  let created = 0;
  const keep = async (starting: Promise<Target>) => {
    const target = await starting;
    running.push(target);
    return target;
  };
  async function createDatabase() {
    created += 1;
    const name = `bench_${created}`;
    await admin.query(`CREATE DATABASE ${name}`);
    databases.push(name);
    return Object.assign(new URL(database.url), { pathname: `/${name}` }).href;
  }
  async function createMigrated() {
    const url = await createDatabase();
    await applyMigrations(url, () => {});
    return url;
  }
  async function clear() {
    for (const target of running.splice(0)) await target.stop();
    for (const name of databases.splice(0)) await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  }
  return {
    rounds,
    folder,
    createDatabase,
    createMigrated,
    clear,
    databaseSeconds: watchFamily(await postmasterOf(admin)),
    startTarget: (name, url = '') => keep(startTarget(name, targetOptions(name, url))),
    startOurs: async (given, cwd = '.') => keep(startTarget('ours', { ...(await ourOptions(given)), cwd })),
    async close() {
      await clear();
      await admin.end();
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function postmasterOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ file: string }>(`SELECT pg_read_file('postmaster.pid') AS file`);
  return Number.parseInt(rows[0]?.file ?? '', 10);
}

function targetOptions(name: string, databaseUrl: string) {
  const command = [process.execPath, '--import', 'tsx', `server/bench/targets/${name}.ts`, databaseUrl];
  return { command, environment: { NODE_ENV: 'production' } };
}

async function ourOptions(given: Record<string, string>) {
  const port = await freePort();
  const environment = {
    NODE_ENV: 'production',
    PORT: `${port}`,
    HOST: '127.0.0.1',
    BASE_URL: `http://127.0.0.1:${port}`,
    AUTH_SECRET,
    SANDBOX: 'off',
    RECONCILE_EVERY: 'off',
    LOG_LEVEL: 'error',
    ...providerSettings({ secretKey: 'sk_of_the_bench', webhookSecret: SECRET }),
    DRAINING_PROVIDERS: 'beta,gamma',
    ...given,
  };
  return { command: [process.execPath, 'dist/server/main.js'], environment };
}
