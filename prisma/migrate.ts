import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { applyMigration } from './applyMigration.ts';
import { type Migration, readMigrations } from './migrationFiles.ts';
import { createRecordTable, missingIn, type Recorded, readRecorded, tooNewFor } from './recorded.ts';

export interface MigrateOptions {
  /** Holds a folder for each migration; this package's unless given. */
  folder?: string;
  /** Ends the waiting for locks and for other processes. */
  signal?: AbortSignal;
}

type Log = (message: string) => void;

const CONNECT_TIMEOUT_MS = 10_000;
const LEASE = "hashtext('subscription-payments migrations')";
const LEASE_RETRY_MS = 200;

/**
 * Brings the database to the newest migration, each in a transaction of its own, so that a failure or a kill leaves
 * what was there before that one. Of several processes one applies and the others wait for it. Waits for locks only so
 * briefly that nothing that runs beside is held up, and tries again. Records as `prisma migrate deploy` does.
 * @returns the names of what was applied.
 * @throws when the database was migrated by a newer build that doesn't say that this one still fits.
 */
export async function applyMigrations(url: string, log: Log, options: MigrateOptions = {}): Promise<string[]> {
  const migrations = await readMigrations(options.folder);
  options.signal?.throwIfAborted();
  const client = await connect(url);
  try {
    if (missingIn(await readChecked(client, migrations), migrations).length === 0) return [];
    await takeLease(client, log, options.signal);
    await createRecordTable(client);
    const recorded = await readChecked(client, migrations);
    const missing = missingIn(recorded, migrations);
    const target = { client, url, log, signal: options.signal, inUse: recorded.length > 0 };
    for (const migration of missing) await applyMigration(migration, target);
    return missing.map(({ name }) => name);
  } finally {
    await client.end().catch(() => {});
  }
}

/** No limit of the role or the database holds for a migration but those that `applyMigration` sets. */
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
      `Migration ${unfinished.name} was begun by another tool and not finished: mend what it left, then run "prisma migrate resolve"`,
    );
  const tooNew = tooNewFor(migrations, recorded);
  if (tooNew.length > 0)
    throw new Error(
      `The database is of a newer version, which does not say that this one still fits (${tooNew.join(', ')}): start that version or a later one`,
    );
  return recorded;
}

/**
 * Until the connection ends. Asked for again and again rather than waited for: CREATE INDEX CONCURRENTLY in another
 * process would wait for this statement to end, and it for that.
 */
async function takeLease(client: pg.Client, log: Log, signal?: AbortSignal): Promise<void> {
  for (let tries = 0; ; tries++) {
    const { rows } = await client.query<{ taken: boolean }>(`SELECT pg_try_advisory_lock(${LEASE}) AS taken`);
    if (rows[0]?.taken) return;
    if (tries === 0) log('Another process applies migrations: waiting for it');
    await sleep(LEASE_RETRY_MS, undefined, { signal });
  }
}
