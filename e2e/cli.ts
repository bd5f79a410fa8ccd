import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { RunningService } from './service.ts';

const root = join(import.meta.dirname, '..');

/** Runs the `billing` command on a running service's data. Returns its exit code; throws if it is 2 or more. */
export function billing(service: RunningService, provider: string, ...args: string[]): number {
  const { status, stderr } = spawnSync(process.execPath, ['dist/server/cli.js', ...args], {
    cwd: root,
    env: {
      ENV_FILE: '',
      PATH: process.env.PATH,
      DATA_DIR: service.dataDir,
      PAYMENT_PROVIDER: provider,
      LOG_LEVEL: 'warn',
    },
    encoding: 'utf8',
  });
  if (status === null || status > 1) throw new Error(`billing ${args.join(' ')} ended with ${status}: ${stderr}`);
  return status;
}
