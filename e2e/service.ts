import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface RunningService {
  url: string;
  sandboxUrl: string;
  dataDir: string;
  /** The latest warnings and errors in its log. */
  complaints(): string[];
  /** Kills the process, runs `meanwhile`, and starts the process again with the same data and ports. */
  killed(meanwhile: () => Promise<void>): Promise<void>;
  /** Restarts the process with the same data and ports; `changed` overrides its settings. */
  restarted(changed: Record<string, string>): Promise<void>;
  stop(): Promise<void>;
}

const READY_WITHIN_MS = 60_000;
const MOST_LOGGED = 20;
const root = join(import.meta.dirname, '..');

/** Starts the built service as a new user does, on free ports, with its own data folder. */
export async function startService(environment: Record<string, string>): Promise<RunningService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'subscription-payments-e2e-'));
  await chmod(dataDir, 0o755);
  const given = { DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...environment };
  const logged: string[] = [];
  let child = launch({ PORT: '0', SANDBOX_PORT: '0', ...given }, logged);
  const { url, sandboxUrl } = await readAddresses(child);
  const ports = { PORT: new URL(url).port, SANDBOX_PORT: new URL(sandboxUrl).port };
  return {
    url,
    sandboxUrl,
    dataDir,
    complaints: () => logged,
    async killed(meanwhile) {
      await end(child, 'SIGKILL');
      await meanwhile();
      child = launch({ ...given, ...ports }, logged);
      await readAddresses(child);
    },
    async restarted(changed) {
      await end(child, 'SIGTERM');
      child = launch({ ...given, ...changed, ...ports }, logged);
      await readAddresses(child);
    },
    async stop() {
      await end(child, 'SIGTERM');
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function launch(environment: Record<string, string>, logged: string[]): ChildProcess {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    env: { ENV_FILE: '', PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (/"level":[456]0/.test(line)) logged.splice(0, logged.push(line) - MOST_LOGGED);
  });
  return child;
}

/** Sends the signal and resolves after the process has exited. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal);
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

function readAddresses(child: ChildProcess): Promise<{ url: string; sandboxUrl: string }> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new Error(`The service was not ready in time:\n${output}`)), READY_WITHIN_MS);
    child.once('exit', (code) => reject(new Error(`The service ended with ${code}:\n${output}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk;
      const [, url, sandboxUrl] = /Ready: ([^\s"]+)[\s\S]*Sandbox: ([^\s"]+)/.exec(output) ?? [];
      if (!url || !sandboxUrl) return;
      clearTimeout(timer);
      resolve({ url, sandboxUrl });
    });
  });
}
