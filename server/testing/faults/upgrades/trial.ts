import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { childEnvironment, program } from '../parts/service.ts';

/** A program as a newcomer starts it: with the embedded database and the sandbox, all in one folder. */
export interface Trial {
  /** Whether it got so far; false: it ended before. */
  isReady(): Promise<boolean>;
  hasEnded(): Promise<void>;
  /** SIGTERM; resolves to the exit code, null when the signal itself ended it. */
  stop(): Promise<number | null>;
  output(): string;
  /** Where it listens, and its sandbox; only of one that is ready. */
  readonly url: string;
  readonly sandboxUrl: string;
}

export type StartTrial = (name: 'main' | 'migrate', dataDir: string) => Trial;

/** Whatever becomes of the work, no program that it started is left. */
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
      return found(/Ready: +(\S+)/);
    },
    get sandboxUrl() {
      return found(/Sandbox: +(\S+)/);
    },
  };
}

/** The command lines that name the folder: PostgreSQL, and what makes its database. */
export async function programsOf(dataDir: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'args']);
  return stdout.split('\n').filter((line) => line.includes(dataDir));
}
