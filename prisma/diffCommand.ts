import { writeMigration } from './diff.ts';

try {
  const migration = await writeMigration(process.argv[2] ?? '');
  console.info(
    migration
      ? `Wrote prisma/migrations/${migration}/migration.sql: read it before you commit it, also what it says it fits`
      : 'No difference',
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
