import { type ChildProcess, spawn } from 'node:child_process';
import type { Account } from '../../database/embedded/account.ts';
import { findProgram } from '../run/debian.ts';

export interface RunningProgram {
  pid: number;
  hasEnded(): boolean;
  /** The end of what it printed. */
  output(): string;
  signal(signal: NodeJS.Signals): void;
  /** kill -9. */
  kill(): Promise<void>;
}

const KEPT = 4_000;

/** Runs a program of the machine until it is killed. */
export function runProgram(name: string, args: readonly string[], account: Account): RunningProgram {
  const child: ChildProcess = spawn(findProgram(name) ?? name, args, {
    ...account,
    cwd: '/',
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC' },
    // A host of its own, which shares no processor time with the program that plays the rounds.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    output = (output + chunk).slice(-KEPT);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  child.once('error', (error) => keep(Buffer.from(error.message)));
  const hasEnded = () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  return {
    pid: child.pid ?? 0,
    hasEnded,
    output: () => output,
    signal: (signal) => void child.kill(signal),
    async kill() {
      if (hasEnded()) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    },
  };
}
