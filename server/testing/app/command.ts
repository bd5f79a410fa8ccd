import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../cli/billing.ts';
import type { Io } from '../../cli/io.ts';
import { builtProgram } from '../run/programs.ts';
import type { TestApp } from './app.ts';

export interface Finished {
  code: number | null;
  out: string;
  /** Without its first line, which names the database. */
  err: string;
  /** The database that its first line names. */
  database: string | undefined;
}

type Variables = Record<string, string | undefined>;

export interface BillingCommand {
  run(...args: string[]): Promise<Finished>;
  /** Starts the command without waiting for its end; `interrupt` acts like Ctrl-C. */
  start(...args: string[]): { interrupt(): void; finished: Promise<Finished> };
  close(): void;
}

/** Runs the `billing` command in this process, with the app's settings, some replaced or unset. */
export function openCommand(app: TestApp, environment: Variables = {}): BillingCommand {
  const dataDir = mkdtempSync(join(tmpdir(), 'command-'));
  const start: BillingCommand['start'] = (...args) => {
    const stop = new AbortController();
    const given = { DATA_DIR: dataDir, ...environmentOf(app), ...environment };
    const { io, said } = listen({ environment: given, signal: stop.signal });
    return {
      interrupt: () => stop.abort(new Error('Stopped; the next run continues from here')),
      finished: main(args, io).then((code) => finished(code, said)),
    };
  };
  return {
    start,
    run: (...args) => start(...args).finished,
    close: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

/** Input and output for a command, and the text that it has printed. */
export function listen(io: Pick<Io, 'environment' | 'signal'>): { io: Io; said: { out: string; err: string } } {
  const said = { out: '', err: '' };
  const print = (text: string) => {
    said.out += `${text}\n`;
  };
  const complain = (text: string) => {
    said.err += `${text}\n`;
  };
  return { io: { ...io, print, complain }, said };
}

/** Runs the `billing` command as its users do: bundled, in a separate process. */
export async function spawnCommand(app: TestApp, ...args: string[]): Promise<Finished> {
  const dataDir = mkdtempSync(join(tmpdir(), 'command-'));
  try {
    const { PATH = '' } = process.env;
    const env = { ENV_FILE: '', PATH, DATA_DIR: dataDir, ...environmentOf(app) };
    return await finish(spawn(process.execPath, [builtProgram('cli'), ...args], { env, cwd: dataDir }));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The environment with which the command uses the app's database and provider. */
export function environmentOf({ deps: { settings } }: TestApp): Record<string, string> {
  const prefix = settings.provider.toUpperCase();
  const { secretKey = '', webhookSecrets = [], apiUrl = '', prices } = settings.providers[settings.provider];
  const named: Record<string, string> = {};
  for (const { id, plan, interval } of prices) {
    const name = `${prefix}_PRICE_${plan}_${interval}`.toUpperCase();
    named[name] = named[name] ? `${named[name]},${id}` : id;
  }
  return {
    DATABASE_URL: settings.databaseUrl,
    BASE_URL: settings.baseUrl,
    PAYMENT_PROVIDER: settings.provider,
    [`${prefix}_SECRET_KEY`]: secretKey,
    [`${prefix}_WEBHOOK_SECRET`]: webhookSecrets.join(),
    [`${prefix}_API_URL`]: apiUrl,
    SANDBOX: 'off',
    AUTH_SECRET: settings.authSecrets?.join() ?? '',
    PLANS_FILE: settings.plans.file,
    ...named,
  };
}

async function finish(child: ChildProcess): Promise<Finished> {
  const texts = { out: '', err: '' };
  child.stdout?.on('data', (chunk) => {
    texts.out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    texts.err += chunk;
  });
  return finished(await new Promise((resolve) => child.once('close', resolve)), texts);
}

function finished(code: number | null, { out, err }: { out: string; err: string }): Finished {
  const said = /^Database: (.+)\n/.exec(err);
  return { code, out, err: err.slice(said?.[0].length ?? 0), database: said?.[1] };
}
