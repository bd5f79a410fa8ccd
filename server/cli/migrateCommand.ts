import { parseArgs } from 'node:util';
import { applyMigrations } from '../../prisma/migrate.ts';
import { startEmbeddedPostgres } from '../database/embedded/start.ts';
import { requireOwnConnections } from '../database/poolMode.ts';
import { readEnvironment } from '../settings/environment.ts';
import { databaseUrl } from '../settings/schema/database.ts';
import { stopSignal } from '../settings/stopSignal.ts';

const print = (message: string) => console.info(message);

const signal = stopSignal();

/** Applies the missing migrations to the database at `url`. */
async function migrate(url: string): Promise<void> {
  const applied = await applyMigrations(url, print, { signal });
  if (applied.length === 0) print('The database is up to date');
}

async function migrateEmbedded(dataDir: string): Promise<void> {
  const database = await startEmbeddedPostgres({ dataDir, log: print, signal });
  try {
    await migrate(database.url);
  } finally {
    await database.stop();
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { url: { type: 'string' }, 'data-dir': { type: 'string' } } });
  const { DATABASE_URL, DATA_DIR, NODE_ENV } = readEnvironment();
  const url = values.url ?? DATABASE_URL;
  if (url) {
    const { error } = databaseUrl.safeParse(url);
    if (error) throw new Error(`DATABASE_URL: ${error.issues[0]?.message}`);
    await requireOwnConnections(url);
    return migrate(url);
  }
  const dataDir = values['data-dir'] ?? DATA_DIR;
  if (!dataDir && NODE_ENV === 'production') throw new Error('DATABASE_URL: is required in production');
  await migrateEmbedded(dataDir || '.data');
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
