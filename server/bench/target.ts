import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

export interface Target {
  name: string;
  port: number;
  /** Seconds of processor time so far. */
  cpu(): number;
  /** Peak resident memory in MB. */
  peakMemory(): number;
  pid: number;
  stop(): Promise<void>;
}

interface TargetOptions {
  command: string[];
  environment?: Record<string, string>;
}

const TICKS_A_SECOND = 100;

/** Starts a server process that prints its port once it is ready. */
export async function startTarget(name: string, { command, environment = {} }: TargetOptions): Promise<Target> {
  const [program = '', ...parameters] = command;
  const child = spawn(program, parameters, {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await readPort(child, name);
  const processFile = (file: string) => readFileSync(`/proc/${child.pid}/${file}`, 'utf8');
  return {
    ...{ name, port, pid: child.pid ?? 0 },
    cpu() {
      const fields = processFile('stat').split(') ')[1]?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
    },
    peakMemory: () => Number(/VmHWM:\s+(\d+)/.exec(processFile('status'))?.[1] ?? 0) / 1024,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

function readPort(child: ChildProcess, name: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}: ${output}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk;
      const port = /Ready:.*?(?:"port":|:)(\d{2,5})/.exec(output)?.[1];
      if (port) resolve(Number(port));
    });
  });
}
