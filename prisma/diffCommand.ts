import { writeMigration } from './diff.ts';

try {
  const migration = await writeMigration(process.argv[2] ?? '');
  console.info(
    migration
      ? `Wrote prisma/migrations/${migration}/migration.sql: check the SQL and its "fits" line before you commit it`
      : 'No difference',
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
