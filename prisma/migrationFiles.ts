import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../server/settings/packageRoot.ts';

export interface Migration {
  name: string;
  sql: string;
  /** As `prisma migrate deploy` records it. */
  checksum: string;
  /** False: one statement that takes long and holds nobody up, such as CREATE INDEX CONCURRENTLY. */
  transactional: boolean;
  /** Builds that know the migration of this name run on what this one leads to; null: no older build does. */
  fits: string | null;
}

/** What holds nobody up however long it takes, and may be done again. */
const LOCK_FREE =
  /^\s*(CREATE (UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS|DROP INDEX CONCURRENTLY IF EXISTS|ALTER TABLE \S+ VALIDATE CONSTRAINT)\b/i;

/** `prisma/` of this package, from the sources as from the bundle. */
export function prismaFolder(): string {
  return join(packageRoot(), 'prisma');
}

export function migrationsFolder(): string {
  return join(prismaFolder(), 'migrations');
}

/** Names of the migrations, oldest first. */
export async function listMigrations(folder = migrationsFolder()): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}

/** All of them, oldest first. */
export async function readMigrations(folder = migrationsFolder()): Promise<Migration[]> {
  const names = await listMigrations(folder);
  return Promise.all(
    names.map(async (name) => parseMigration(name, await readFile(join(folder, name, 'migration.sql'), 'utf8'))),
  );
}

/** The marks `-- no transaction` and `-- fits: <migration>` stand in the comment that the file begins with. */
function parseMigration(name: string, sql: string): Migration {
  const [header = ''] = /^(--.*\n)*/.exec(sql) ?? [];
  const transactional = !/^-- no transaction$/m.test(header);
  const statement = sql.replace(/^\s*--.*$/gm, '');
  if (!transactional && !LOCK_FREE.test(statement))
    throw new Error(
      `Migration ${name}: without a transaction there is only CREATE INDEX CONCURRENTLY IF NOT EXISTS, DROP INDEX CONCURRENTLY IF EXISTS and ALTER TABLE … VALIDATE CONSTRAINT`,
    );
  const checksum = createHash('sha256').update(sql).digest('hex');
  const fits = /^-- fits: (\S+)$/m.exec(header)?.[1] ?? 'none';
  return { name, sql, checksum, transactional, fits: fits === 'none' ? null : fits };
}
