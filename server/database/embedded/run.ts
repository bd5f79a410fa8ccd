import { type SpawnOptions, spawn } from 'node:child_process';
import { basename, dirname } from 'node:path';
import type { Account } from './account.ts';

/** The account, and an environment that holds neither our secrets nor PG* variables that would change what it does. */
export function spawnOptions(account: Account): SpawnOptions {
  const environment = process.platform === 'win32' ? {} : { env: { LC_ALL: 'C', TZ: 'UTC' } };
  return { ...account, ...environment };
}

/** Runs one of PostgreSQL's programs to its end. Rejects with what it printed when it fails. */
export function run(program: string, args: string[], account: Account): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...spawnOptions(account), cwd: dirname(program), stdio: 'pipe' });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`${basename(program)} failed (${signal ?? code}): ${output.trim()}`)),
    );
  });
}
