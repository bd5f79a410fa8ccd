import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { applyScript, type Script } from './applyScript.ts';
import { type Migration, readMigrations, readObjects, type SchemaObject } from './migrationFiles.ts';
import {
  createRecordTables,
  isBeforeRelease,
  missingIn,
  outdatedObjects,
  type Recorded,
  readRecorded,
  record,
  recordObject,
  tooNewFor,
} from './recorded.ts';

export interface MigrateOptions {
  /** Contains a folder for each migration; default: this package's. */
  folder?: string;
  /** Contains a file for each object; default: this package's, with `folder` none. */
  objects?: string;
  /** Aborts waiting for locks and for other processes. */
  signal?: AbortSignal;
}

type Log = (message: string) => void;

const CONNECT_TIMEOUT_MS = 10_000;
const LEASE = "hashtext('subscription-payments migrations')";
const LEASE_RETRY_MS = 200;

interface Build {
  migrations: Migration[];
  objects: SchemaObject[];
}

/**
 * Applies all missing migrations, then the objects whose text has changed, each in its own transaction: a failure or
 * kill rolls back only the current one. One process applies them while the others wait. It waits for locks only
 * briefly, then retries: other processes are hardly delayed. Records migrations as `prisma migrate deploy` does. Their
 * warnings are logged.
 * @returns the names of the applied migrations and objects.
 * @throws if a newer build migrated the database and doesn't declare that this build still fits.
 */
export async function applyMigrations(url: string, log: Log, options: MigrateOptions = {}): Promise<string[]> {
  const build = await readBuild(options);
  options.signal?.throwIfAborted();
  const client = await connect(url);
  try {
    if ((await pending(client, build)).scripts.length === 0) return [];
    await takeLease(client, log, options.signal);
    await createRecordTables(client);
    client.on('notice', ({ severity, message }) => {
      if (severity === 'WARNING') log(message ?? '');
    });
    const { scripts, inUse } = await pending(client, build);
    for (const script of scripts) await applyScript(script, { client, url, log, signal: options.signal, inUse });
    return scripts.map(({ name }) => name);
  } finally {
    await client.end().catch(() => {});
  }
}

async function readBuild({ folder, objects }: MigrateOptions): Promise<Build> {
  const none = folder !== undefined && objects === undefined;
  return { migrations: await readMigrations(folder), objects: none ? [] : await readObjects(objects) };
}

/** What this build still has to apply. Where a newer build has migrated, its objects stay. */
async function pending(client: pg.Client, build: Build): Promise<{ scripts: Script[]; inUse: boolean }> {
  const recorded = await readChecked(client, build.migrations);
  const names = new Set(build.migrations.map(({ name }) => name));
  const isNewest = recorded.every(({ name }) => names.has(name));
  const objects = isNewest ? await outdatedObjects(client, build.objects) : [];
  return {
    scripts: [...missingIn(recorded, build.migrations).map(migrationScript), ...objects.map(objectScript)],
    inUse: recorded.length > 0,
  };
}

function migrationScript(migration: Migration): Script {
  return { ...migration, kind: 'migration', record: (client, started) => record(client, migration, started) };
}

function objectScript(object: SchemaObject): Script {
  return { ...object, kind: 'object', transactional: true, record: (client) => recordObject(client, object) };
}

/** Removes the timeouts of the role and the database: only those of `applyScript` apply to a migration. */
async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'subscription-payments migrations',
  });
  client.on('error', () => {});
  await client.connect();
  await client.query('SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0');
  return client;
}

async function readChecked(client: pg.Client, migrations: Migration[]): Promise<Recorded[]> {
  const recorded = await readRecorded(client);
  const unfinished = recorded.find(({ finished }) => !finished);
  if (unfinished)
    throw new Error(
      `Migration ${unfinished.name} was started by another tool and not finished: repair the database, then run "prisma migrate resolve"`,
    );
  if (isBeforeRelease(migrations, recorded))
    throw new Error(
      `The database ${client.database} was made by a development version before the first release: remove it (the folder of DATA_DIR, .data by default, if it is the embedded one) and start again`,
    );
  const tooNew = tooNewFor(migrations, recorded);
  if (tooNew.length > 0)
    throw new Error(
      `The database was migrated by a newer version that does not support this one (${tooNew.join(', ')}): start that version or a later one`,
    );
  return recorded;
}

/**
 * Takes the lock until the connection ends. It polls because waiting could deadlock: CREATE INDEX CONCURRENTLY in
 * another process would wait for this statement to end, while this statement waits for the lock.
 */
async function takeLease(client: pg.Client, log: Log, signal?: AbortSignal): Promise<void> {
  for (let tries = 0; ; tries++) {
    const { rows } = await client.query<{ taken: boolean }>(`SELECT pg_try_advisory_lock(${LEASE}) AS taken`);
    if (rows[0]?.taken) return;
    if (tries === 0) log('Waiting for another process to apply migrations');
    await sleep(LEASE_RETRY_MS, undefined, { signal });
  }
}
