import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** Where a program is; undefined: nowhere. */
export function findProgram(name: string): string | undefined {
  return FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Services of new packages start at once unless a policy forbids it. */
const INSTALL = `set -e
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
  trap "rm -f $policy" EXIT
  printf '#!/bin/sh\\nexit 101\\n' > $policy
  chmod +x $policy
fi
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"`;

/**
 * Installs the packages of programs that are missing, where this is Debian and we may; starts no service of theirs.
 * Returns the programs that are missing still.
 * @param packages by the program that each holds.
 */
export function installPrograms(packages: Record<string, string>): string[] {
  const missing = () => Object.keys(packages).filter((program) => !findProgram(program));
  const wanted = [...new Set(missing().map((program) => packages[program] ?? ''))];
  installPackages(wanted);
  return missing();
}

/** The same for what is no program. */
export function installPackages(wanted: readonly string[]): void {
  if (wanted.length === 0 || !findProgram('apt-get')) return;
  console.info(`Installing ${wanted.join(', ')}`);
  const become = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const [command = '', ...args] = [...become, 'sh', '-c', INSTALL, 'install', ...wanted];
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 300_000 });
}

/** The exit code of a check that could not run: nobody reads a CI's log for what it left out. */
export function couldNotRun(reason: string): number {
  console.error(`NOT CHECKED: ${reason}`);
  return process.env.CI === 'true' ? 1 : 0;
}
