import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { packageRoot } from '../settings/packageRoot.ts';
import type { TestApp } from './app.ts';

export interface Finished {
  code: number | null;
  out: string;
  /** Without the line that names the database. */
  err: string;
  /** The database that it said it reads. */
  database: string | undefined;
}

export interface BillingCommand {
  run(...args: string[]): Promise<Finished>;
  /** A run that is still under way. */
  start(...args: string[]): { child: ChildProcess; finished: Promise<Finished> };
  close(): void;
}

/** The `billing` command as its users run it: a process of its own, with this app's settings, some replaced or unset. */
export async function openCommand(
  app: TestApp,
  environment: Record<string, string | undefined> = {},
): Promise<BillingCommand> {
  const root = packageRoot();
  const outdir = join(root, 'node_modules', '.cache', `command-${process.pid}-${Date.now()}`);
  const dataDir = mkdtempSync(join(tmpdir(), 'command-'));
  await build({
    ...{ absWorkingDir: root, entryPoints: { cli: 'server/cli/main.ts' }, outdir, bundle: true, splitting: true },
    ...{ packages: 'external', platform: 'node', target: 'node20', format: 'esm', logLevel: 'silent' },
  });
  const { PATH = '' } = process.env;
  const env = { ENV_FILE: '', PATH, DATA_DIR: dataDir, ...environmentOf(app), ...environment };
  const start: BillingCommand['start'] = (...args) => {
    const child = spawn(process.execPath, [join(outdir, 'cli.js'), ...args], { env, cwd: dataDir });
    return { child, finished: finish(child) };
  };
  return {
    start,
    run: (...args) => start(...args).finished,
    close() {
      for (const folder of [outdir, dataDir]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What the command has to be told to work on the same records, with the same company. */
export function environmentOf({ deps: { settings } }: TestApp): Record<string, string> {
  const prefix = settings.provider.toUpperCase();
  const { secretKey = '', webhookSecrets = [], apiUrl = '', prices } = settings.providers[settings.provider];
  const named = prices.map(({ id, plan, interval }) => [`${prefix}_PRICE_${plan}_${interval}`.toUpperCase(), id]);
  return {
    ...{ DATABASE_URL: settings.databaseUrl, BASE_URL: settings.baseUrl, PAYMENT_PROVIDER: settings.provider },
    ...{ [`${prefix}_SECRET_KEY`]: secretKey, [`${prefix}_WEBHOOK_SECRET`]: webhookSecrets.join() },
    ...{ [`${prefix}_API_URL`]: apiUrl, SANDBOX: 'off', AUTH_SECRET: settings.authSecret },
    ...Object.fromEntries(named),
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
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const said = /^Database: (.+)\n/.exec(texts.err);
  return { code, out: texts.out, err: texts.err.slice(said?.[0].length ?? 0), database: said?.[1] };
}
