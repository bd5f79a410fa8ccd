import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import type { Account } from '../../database/embedded/account.ts';

const VERSIONS = '/usr/lib/postgresql';

const idOf = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));

/** PostgreSQL refuses to run as root: then everything of the pair runs as Debian's own account. */
export const debianAccount = (): Account =>
  process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined;

/** The folder of the newest of Debian's servers. */
export function debianPrograms(): string {
  const newest = readdirSync(VERSIONS).sort((one, other) => Number(other) - Number(one))[0];
  return `${VERSIONS}/${newest}/bin`;
}
