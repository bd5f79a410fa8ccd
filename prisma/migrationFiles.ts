import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../server/settings/packageRoot.ts';

export interface Migration {
  name: string;
  sql: string;
  /** The checksum that `prisma migrate deploy` records. */
  checksum: string;
  /** False: one long statement that blocks no other, such as CREATE INDEX CONCURRENTLY. */
  transactional: boolean;
  /** Builds that know the migration of this name run on the resulting schema; null: no older build does. */
  fits: string | null;
}

/** A function with its triggers, or a view: SQL that may be run again at any time. */
export interface SchemaObject {
  name: string;
  sql: string;
  checksum: string;
}

/** Statements that block no others, however long they take, and can be repeated. */
const LOCK_FREE =
  /^\s*(CREATE (UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS|DROP INDEX CONCURRENTLY IF EXISTS|ALTER TABLE \S+ VALIDATE CONSTRAINT)\b/i;

/** The folder `prisma/` of this package, both from the sources and from the bundle. */
export function prismaFolder(): string {
  return join(packageRoot(), 'prisma');
}

export function migrationsFolder(): string {
  return join(prismaFolder(), 'migrations');
}

function objectsFolder(): string {
  return join(prismaFolder(), 'objects');
}

/** Names of the migrations, oldest first. */
export async function listMigrations(folder = migrationsFolder()): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}

/** All migrations, oldest first. */
export async function readMigrations(folder = migrationsFolder()): Promise<Migration[]> {
  const names = await listMigrations(folder);
  return Promise.all(
    names.map(async (name) => parseMigration(name, await readFile(join(folder, name, 'migration.sql'), 'utf8'))),
  );
}

/** The objects of the files `<name>.sql`, by name. */
export async function readObjects(folder = objectsFolder()): Promise<SchemaObject[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(join(folder, file), 'utf8');
      return { name: file.replace(/\.sql$/, ''), sql, checksum: checksumOf(sql) };
    }),
  );
}

/** The marks `-- no transaction` and `-- fits: <migration>` are in the comment at the start of the file. */
function parseMigration(name: string, sql: string): Migration {
  const [header = ''] = /^(--.*\n)*/.exec(sql) ?? [];
  const transactional = !/^-- no transaction$/m.test(header);
  const statement = sql.replace(/^\s*--.*$/gm, '');
  if (!transactional && !LOCK_FREE.test(statement))
    throw new Error(
      `Migration ${name}: without a transaction only CREATE INDEX CONCURRENTLY IF NOT EXISTS, DROP INDEX CONCURRENTLY IF EXISTS and ALTER TABLE … VALIDATE CONSTRAINT are allowed`,
    );
  const fits = /^-- fits: (\S+)$/m.exec(header)?.[1] ?? 'none';
  return { name, sql, checksum: checksumOf(sql), transactional, fits: fits === 'none' ? null : fits };
}

function checksumOf(sql: string): string {
  return createHash('sha256').update(sql).digest('hex');
}
