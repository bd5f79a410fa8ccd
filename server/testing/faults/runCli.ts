import { spawn } from 'node:child_process';
import { packageRoot } from '../../settings/packageRoot.ts';
import { childEnvironment, type Environment, program } from './service.ts';

export interface CliRun {
  code: number | null;
  output: string;
  errors: string;
}

/** `billing <args>` as a process of its own. */
export function runCli(environment: Environment, ...args: string[]): Promise<CliRun> {
  const child = spawn(process.execPath, [...program('cli'), ...args], {
    ...{ env: childEnvironment(environment), cwd: packageRoot(), stdio: ['ignore', 'pipe', 'pipe'] },
  });
  let [output, errors] = ['', ''];
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (errors += chunk));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output, errors })));
}
