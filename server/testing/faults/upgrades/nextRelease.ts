import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
// @ts-expect-error: a script of the build, without types
import { serverBundle } from '../../../../.config/serverBundle.mjs';
import { listMigrations } from '../../../../prisma/migrationFiles.ts';
import { packageRoot } from '../../../settings/packageRoot.ts';

export interface NextRelease {
  /** Node's arguments for its server. */
  command: string[];
  remove(): Promise<void>;
}

/** What a release typically changes: a column and a check on a table in use, and an index. */
const MADE_UP = [
  `ALTER TABLE subscription ADD COLUMN "madeUp" TEXT;
ALTER TABLE payment ADD CONSTRAINT made_up CHECK (length(currency) > 0) NOT VALID;`,
  'CREATE INDEX CONCURRENTLY IF NOT EXISTS made_up_idx ON payment ("currency");',
  'ALTER TABLE payment VALIDATE CONSTRAINT made_up;',
];

/** A build of the current sources with migrations that this build doesn't know, and that declare that it still fits. */
export async function buildNextRelease(): Promise<NextRelease> {
  const folder = await mkdtemp(join(tmpdir(), 'next-release-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    for (const part of ['server', 'prisma', 'package.json', 'tsconfig.json'])
      await cp(join(packageRoot(), part), join(folder, part), { recursive: true });
    await symlink(join(packageRoot(), 'node_modules'), join(folder, 'node_modules'), 'junction');
    await addMigrations(folder);
    await build({ ...serverBundle(folder), logLevel: 'error' });
  } catch (error) {
    await remove();
    throw error;
  }
  return { command: [join(folder, 'dist/server/main.js')], remove };
}

async function addMigrations(folder: string): Promise<void> {
  const last = (await listMigrations()).at(-1);
  for (const [index, sql] of MADE_UP.entries()) {
    const place = join(folder, 'prisma/migrations', `9999123100000${index}_made_up`);
    const inTransaction = index === 0 ? '' : '-- no transaction\n';
    await mkdir(place);
    await writeFile(join(place, 'migration.sql'), `-- fits: ${last}\n${inTransaction}${sql}\n`);
  }
}
