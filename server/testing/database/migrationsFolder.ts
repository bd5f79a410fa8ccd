import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface MigrationsFolder {
  path: string;
  /** Writes a migration, or replaces its text. */
  add(name: string, sql: string): Promise<void>;
  /** Deletes a migration: a build that doesn't know it. */
  forget(name: string): Promise<void>;
  remove(): Promise<void>;
}

/** Creates an empty folder for a test's own migrations. */
export async function createMigrationsFolder(): Promise<MigrationsFolder> {
  const path = await mkdtemp(join(tmpdir(), 'migrations-'));
  return {
    path,
    async add(name, sql) {
      await mkdir(join(path, name), { recursive: true });
      await writeFile(join(path, name, 'migration.sql'), sql);
    },
    forget: (name) => rm(join(path, name), { recursive: true }),
    remove: () => rm(path, { recursive: true }),
  };
}
