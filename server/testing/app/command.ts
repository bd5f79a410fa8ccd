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
  /** Without the line that names the database. */
  err: string;
  /** The database that it said it reads. */
  database: string | undefined;
}

type Variables = Record<string, string | undefined>;

export interface BillingCommand {
  run(...args: string[]): Promise<Finished>;
  /** A run that is still under way; `interrupt` is Ctrl-C. */
  start(...args: string[]): { interrupt(): void; finished: Promise<Finished> };
  close(): void;
}

/** The `billing` command within this process, with the app's settings, some replaced or unset. */
export function openCommand(app: TestApp, environment: Variables = {}): BillingCommand {
  const dataDir = mkdtempSync(join(tmpdir(), 'command-'));
  const start: BillingCommand['start'] = (...args) => {
    const stop = new AbortController();
    const given = { DATA_DIR: dataDir, ...environmentOf(app), ...environment };
    const { io, said } = listen({ environment: given, signal: stop.signal });
    return {
      interrupt: () => stop.abort(new Error('Stopped; the next run goes on from here')),
      finished: main(args, io).then((code) => finished(code, said)),
    };
  };
  return {
    start,
    run: (...args) => start(...args).finished,
    close: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

/** The world of a program of the command line, and what it says to it. */
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

/** The `billing` command as its users run it: bundled, a process of its own. */
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

/** What the command has to be told to work on the same records, with the same company. */
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
    AUTH_SECRET: settings.authSecret,
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
