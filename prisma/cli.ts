import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../server/database/embedded/start.ts';
import { readEnvironment } from '../server/settings/environment.ts';
import { writeMigration } from './diff.ts';
import { applyMigrations } from './migrate.ts';

const USAGE =
  'Usage: db:migrate [--url <postgresql://…; default DATABASE_URL> | --data-dir <folder>]  or  db:diff <name>';
const print = (message: string) => console.log(message);

/** Applies what is missing to the database of that address. */
async function migrateCommand(url: string): Promise<void> {
  const applied = await applyMigrations(url, print);
  if (applied.length === 0) print('The database is up to date');
}

/** Writes a migration for what changed in schema.prisma. */
async function diffCommand(name: string): Promise<void> {
  const migration = await writeMigration(name);
  print(
    migration ? `Wrote prisma/migrations/${migration}/migration.sql: read it before you commit it` : 'No difference',
  );
}

async function migrateEmbedded(dataDir: string): Promise<void> {
  const database = await startEmbeddedPostgres({ dataDir, log: print });
  try {
    await migrateCommand(database.url);
  } finally {
    await database.stop();
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { url: { type: 'string' }, 'data-dir': { type: 'string', default: '.data' } },
  });
  const [command, name] = positionals;
  if (command === 'migrate') {
    const url = values.url ?? readEnvironment().DATABASE_URL;
    await (url ? migrateCommand(url) : migrateEmbedded(values['data-dir']));
  } else if (command === 'diff') await diffCommand(name ?? '');
  else throw new Error(USAGE);
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
