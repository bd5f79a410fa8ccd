import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
// @ts-expect-error: a script of the build, without types
import { serverBundle } from '../../../.config/serverBundle.mjs';
import { isAlive } from '../../database/embedded/pidFile.ts';
import { packageRoot } from '../../settings/packageRoot.ts';

const more = {
  seed: 'server/cli/seed/seedCommand.ts',
  embedded: 'server/testing/database/embeddedProcess.ts',
  'sandbox-alone': 'server/sandbox/main.ts',
  real: 'server/testing/real/main.ts',
};
const PREFIX = 'programs-';
let folder: string | undefined;

/**
 * The path of one of our programs, built from the current sources, for node. All are bundled once in this process:
 * loading the sources one by one would take longer than most tests.
 */
export function builtProgram(name: 'main' | 'cli' | 'migrate' | keyof typeof more): string {
  folder ??= bundle();
  return join(folder, `${name}.js`);
}

function bundle(): string {
  const cache = join(packageRoot(), 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  removeLeftovers(cache);
  const outdir = join(cache, `${PREFIX}${process.pid}`);
  const options = serverBundle(packageRoot());
  buildSync({ ...options, entryPoints: { ...options.entryPoints, ...more }, outdir });
  process.once('exit', () => rmSync(outdir, { recursive: true, force: true }));
  return outdir;
}

/** Removes the output of runs that were killed. */
function removeLeftovers(cache: string): void {
  for (const name of readdirSync(cache)) {
    const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length)) : Number.NaN;
    if (pid > 0 && !isAlive(pid)) rmSync(join(cache, name), { recursive: true, force: true });
  }
}
