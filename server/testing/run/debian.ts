import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** The path of a program; undefined: not installed. */
export function findProgram(name: string): string | undefined {
  return FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Debian starts the services of new packages unless a policy forbids it. */
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
 * Installs the packages of missing programs on Debian, with the needed permissions, and doesn't start their services.
 * Returns the programs that are still missing.
 * @param packages the package of each program, by the program's name.
 */
export function installPrograms(packages: Record<string, string>): string[] {
  const missing = () => Object.keys(packages).filter((program) => !findProgram(program));
  const wanted = [...new Set(missing().map((program) => packages[program] ?? ''))];
  installPackages(wanted);
  return missing();
}

/** Installs packages. */
export function installPackages(wanted: readonly string[]): void {
  if (wanted.length === 0 || !findProgram('apt-get')) return;
  console.info(`Installing ${wanted.join(', ')}`);
  const become = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const [command = '', ...args] = [...become, 'sh', '-c', INSTALL, 'install', ...wanted];
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 300_000 });
}

/** The exit code of a check that could not run: in CI it fails, since nobody reads the logs of skipped checks. */
export function couldNotRun(reason: string): number {
  console.error(`NOT CHECKED: ${reason}`);
  return process.env.CI === 'true' ? 1 : 0;
}
