import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { childEnvironment, program } from '../parts/service.ts';

/** A program as a new user starts it: with the embedded database and the sandbox, all in one folder. */
export interface Trial {
  /** Resolves to true when it is ready, to false when it exits before. */
  isReady(): Promise<boolean>;
  hasEnded(): Promise<void>;
  /** Sends SIGTERM; resolves to the exit code, or null if the signal itself ended it. */
  stop(): Promise<number | null>;
  output(): string;
  /** The addresses of the service and its sandbox, once it is ready. */
  readonly url: string;
  readonly sandboxUrl: string;
}

export type StartTrial = (name: 'main' | 'migrate', dataDir: string) => Trial;

/** Runs `work` and stops every program that it started, even if it fails. */
export async function withTrials(work: (start: StartTrial) => Promise<void>): Promise<void> {
  const trials: Trial[] = [];
  try {
    await work((name, dataDir) => {
      const trial = startTrial(name, dataDir);
      trials.push(trial);
      return trial;
    });
  } finally {
    await Promise.all(trials.map((trial) => trial.stop()));
  }
}

function startTrial(name: 'main' | 'migrate', dataDir: string): Trial {
  const env = childEnvironment({ DATA_DIR: dataDir, PORT: '0', SANDBOX_PORT: '0', HOST: '127.0.0.1' });
  const child = spawn(process.execPath, program(name), { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const closed = once(child, 'close');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const found = (pattern: RegExp) => pattern.exec(output)?.[1] ?? '';
  return {
    async isReady() {
      while (!output.includes('Ready:') && !hasEnded()) await sleep(5);
      return !hasEnded();
    },
    hasEnded: () => closed.then(() => undefined),
    async stop() {
      child.kill('SIGTERM');
      await closed;
      return child.exitCode;
    },
    output: () => output,
    get url() {
      return found(/Ready: +([^\s"]+)/);
    },
    get sandboxUrl() {
      return found(/Sandbox: +([^\s"]+)/);
    },
  };
}

/** The command lines that contain the folder: PostgreSQL and the programs that create its database. */
export async function programsOf(dataDir: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'args']);
  return stdout.split('\n').filter((line) => line.includes(dataDir));
}
