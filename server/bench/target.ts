import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Target {
  name: string;
  port: number;
  pid: number;
  stop(): Promise<void>;
}

interface TargetOptions {
  command: string[];
  environment?: Record<string, string>;
  cwd?: string;
}

/** Starts a server process that prints its port once it is ready. */
export async function startTarget(name: string, { command, environment = {}, cwd }: TargetOptions): Promise<Target> {
  const [program = '', ...parameters] = command;
  const child = spawn(program, parameters, {
    env: { ENV_FILE: '', ...environment },
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await readPort(child, name);
  return {
    name,
    port,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

function readPort(child: ChildProcess, name: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}: ${output}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-10_000);
      const port = /Ready:.*?(?:"port":|:)(\d{2,5})/.exec(output)?.[1];
      if (port) resolve(Number(port));
    });
  });
}
