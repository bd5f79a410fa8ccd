import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { writeMigration } from './diff.ts';
import { prismaFolder } from './migrationFiles.ts';

try {
  const [name = ''] = process.argv.slice(2);
  const migration = await writeMigration(name);
  generateClient();
  console.info(
    migration
      ? `Wrote prisma/migrations/${migration}/migration.sql: check the SQL and its "fits" line before you commit it`
      : 'No difference',
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** So that the code which uses the change type-checks at once; also when the schema was changed back. */
function generateClient(): void {
  const { status } = spawnSync(process.execPath, [join(prismaFolder(), 'generate.mjs')], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The Prisma client could not be generated: node prisma/generate.mjs');
}
