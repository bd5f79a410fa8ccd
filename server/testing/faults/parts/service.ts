import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../database/embedded/freePort.ts';
import { packageRoot } from '../../../settings/packageRoot.ts';
import { providerSettings } from '../../app/providerSettings.ts';
import { residentMegabytes } from '../../load/processor.ts';
import { builtProgram } from '../../run/programs.ts';

export const SECRET = 'whsec_for_faults_0123456789';
export const SECRET_KEY = 'sk_for_faults_0123456789';

/** The service as a separate process: the program of the last build or, within Vitest, one of the current sources. */
export interface ServiceProcess {
  url: string;
  webhookUrl: string;
  readonly pid: number;
  isAlive(): boolean;
  /** Starts it, repeatedly while it exits at once because the database is unavailable. */
  start(): Promise<void>;
  /** kill -9. */
  kill(): Promise<void>;
  /** Sends SIGTERM, waits for the exit and removes its data folder. */
  stop(): Promise<void>;
  /** Kills it and removes its data folder. */
  remove(): Promise<void>;
  /** The last exit code; null: it is running, or a signal ended it. */
  exitCode(): number | null;
  /** Everything that it printed. */
  output(): string;
  /** Its resident memory in bytes: now, and the maximum since `resetPeak`. */
  memory(): { now: number; peak: number };
}

export type Environment = Record<string, string>;

/** Accepts webhooks of all three providers; `companyUrl` is the address of their APIs. */
export function settingsFor(databaseUrl: string, companyUrl?: string): Environment {
  return {
    // A scheduled reconcile would repair the differences that a scenario looks for.
    RECONCILE_EVERY: 'off',
    SANDBOX: 'off',
    PAYMENT_PROVIDER: 'alpha',
    DRAINING_PROVIDERS: 'beta,gamma',
    LOG_LEVEL: 'warn',
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: 'auth-secret-for-faults-0123456789',
    ...providerSettings({ secretKey: SECRET_KEY, webhookSecret: SECRET, apiUrl: companyUrl }),
  };
}

/** Node's arguments for one of our programs. */
export function program(name: 'main' | 'cli' | 'migrate'): string[] {
  const script = process.env.VITEST ? builtProgram(name) : join(packageRoot(), `dist/server/${name}.js`);
  return name === 'main' ? [script] : ['--enable-source-maps', script];
}

/** The variables of a program of ours, and nothing else of this process's environment. */
export function childEnvironment(environment: Environment): Environment {
  const { PATH = '', HOME = '' } = process.env;
  return { ENV_FILE: '', PATH, HOME, ...environment };
}

/** @param command node's arguments; default: the current server. */
export async function startService(environment: Environment, command = program('main')): Promise<ServiceProcess> {
  const port = environment.PORT ?? (await freePort());
  const dataDir = mkdtempSync(join(tmpdir(), 'faults-service-'));
  const url = `http://127.0.0.1:${port}`;
  const env = childEnvironment({ BASE_URL: url, DATA_DIR: dataDir, ...environment, PORT: `${port}` });
  let child: ChildProcess | undefined;
  let output = '';
  const isAlive = () => child?.pid !== undefined && child.exitCode === null && child.signalCode === null;
  const launch = async () => {
    const begun = output.length;
    child = spawn(process.execPath, command, { env, cwd: packageRoot(), stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    while (isAlive() && !output.slice(begun).includes('Ready:')) await sleep(10);
  };
  const end = async (signal: NodeJS.Signals) => {
    if (!isAlive()) return;
    const ended = new Promise((resolve) => child?.once('exit', resolve));
    child?.kill(signal);
    await ended;
  };
  const forget = () => rmSync(dataDir, { recursive: true, force: true });
  const service: ServiceProcess = {
    url,
    webhookUrl: `${url}/api/webhooks/payments`,
    isAlive,
    get pid() {
      return child?.pid ?? 0;
    },
    async start() {
      const giveUpAt = Date.now() + 60_000;
      for (await launch(); !isAlive(); await launch()) {
        if (Date.now() > giveUpAt) throw new Error(`The service did not start:\n${output.slice(-2_000)}`);
        await sleep(100);
      }
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM').finally(forget),
    remove: () => end('SIGKILL').finally(forget),
    exitCode: () => child?.exitCode ?? null,
    output: () => output,
    memory() {
      const bytes = (which: 'now' | 'peak') => 2 ** 20 * residentMegabytes(child?.pid ?? 0, which);
      return { now: bytes('now'), peak: bytes('peak') };
    },
  };
  await service.start();
  return service;
}
