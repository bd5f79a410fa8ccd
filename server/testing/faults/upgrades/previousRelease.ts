import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
// @ts-expect-error: a script of the build, without types
import { serverBundle } from '../../../../.config/serverBundle.mjs';
import { packageRoot } from '../../../settings/packageRoot.ts';

/** The release that runs in production while the current sources are deployed. Updated with each release. */
const RELEASE = '4cddea0536b7edcd8ef45f4b52a81083fee29b22';

export interface PreviousRelease {
  /** Node's arguments for its server. */
  command: string[];
  remove(): Promise<void>;
}

const run = promisify(execFile);

/** Builds the last release from git's history with the currently installed packages. */
export async function buildPreviousRelease(): Promise<PreviousRelease> {
  const folder = await mkdtemp(join(tmpdir(), 'previous-release-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const archive = join(folder, 'sources.tar');
    await run('git', ['archive', `--output=${archive}`, await previousCommit()], { cwd: packageRoot() });
    await run('tar', ['-xf', archive, '-C', folder]);
    await symlink(join(packageRoot(), 'node_modules'), join(folder, 'node_modules'), 'junction');
    await run(process.execPath, ['prisma/generate.mjs'], { cwd: folder });
    await bundle(folder);
  } catch (error) {
    await remove();
    throw error;
  }
  return { command: ['--enable-source-maps', join(folder, 'dist/server/main.js')], remove };
}

/** Bundles only the server: packages of the old pages may no longer be installed. */
async function bundle(folder: string): Promise<void> {
  await build({ ...serverBundle(folder), entryPoints: { main: 'server/main.ts' }, logLevel: 'error' });
}

/** The release's commit or, in a clone without it, the commit before HEAD. */
async function previousCommit(): Promise<string> {
  const isThere = run('git', ['cat-file', '-e', `${RELEASE}^{commit}`], { cwd: packageRoot() });
  return isThere.then(
    () => RELEASE,
    () => 'HEAD~1',
  );
}
