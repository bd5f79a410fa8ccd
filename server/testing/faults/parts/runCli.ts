import { type ChildProcess, spawn } from 'node:child_process';
import { packageRoot } from '../../../settings/packageRoot.ts';
import { childEnvironment, type Environment, program } from './service.ts';

export interface CliRun {
  code: number | null;
  output: string;
  errors: string;
}

/** Runs `billing <args>` as a separate process, which can be killed. */
export function runCli(environment: Environment, ...args: string[]): Promise<CliRun> & Pick<ChildProcess, 'kill'> {
  const child = spawn(process.execPath, [...program('cli'), ...args], {
    env: childEnvironment(environment),
    cwd: packageRoot(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, errors] = ['', ''];
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (errors += chunk));
  const run = new Promise<CliRun>((resolve) => child.once('close', (code) => resolve({ code, output, errors })));
  return Object.assign(run, { kill: child.kill.bind(child) });
}
