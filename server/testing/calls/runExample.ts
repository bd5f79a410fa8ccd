import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { packageRoot } from '../../settings/packageRoot.ts';
import type { SandboxedApp } from '../app/sandboxedApp.ts';

const run = promisify(execFile);

/** Runs an example of the documentation against the service; resolves to the lines of JSON that it prints. */
export async function runExample(app: SandboxedApp, command: string, ...args: string[]): Promise<unknown[]> {
  const email = `example-${command.split('/').at(-1)}@example.com`;
  const cwd = join(packageRoot(), 'server/docs/examples');
  const { stdout } = await run(command, [...args, app.url, email], { cwd, timeout: 120_000 });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** The output of each example: a checkout page of the sandbox, and no subscription yet. */
export function expectedOf(app: SandboxedApp): unknown[] {
  return [{ url: expect.stringContaining(app.sandboxUrl), sessionId: expect.any(String) }, { subscription: null }];
}
