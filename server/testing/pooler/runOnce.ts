import { spawn } from 'node:child_process';
import { childEnvironment, type Environment, program } from '../faults/parts/service.ts';

export interface Ended {
  code: number | null;
  output: string;
}

const PATIENCE_MS = 30_000;

/** Runs a built program until it exits, and kills it after a timeout. */
export function runOnce(name: 'main' | 'migrate', environment: Environment): Promise<Ended> {
  const child = spawn(process.execPath, program(name), {
    env: childEnvironment(environment),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}
