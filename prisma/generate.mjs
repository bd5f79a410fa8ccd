import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const cli = findPrisma();
if (cli) process.exitCode = generate(cli);

/** Absent after `npm ci --omit=dev`: then the built server already contains the client. */
function findPrisma() {
  try {
    return createRequire(import.meta.url).resolve('prisma/build/index.js');
  } catch {
    return undefined;
  }
}

/** Generating needs no native engine; naming any program as the engine keeps Prisma from downloading one. */
function generate(program) {
  const environment = { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: '1' };
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [program, 'generate', '--config', '.config/prisma.ts'],
    {
      cwd: root,
      // biome-ignore lint/style/noProcessEnv: passed on as a whole; no variable is read
      env: { ...process.env, ...environment },
      encoding: 'utf8',
    },
  );
  if (status !== 0) console.error(stdout, stderr);
  return status ?? 1;
}
