import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Waits } from '../../deps.ts';
import { startSandbox } from '../../sandbox/index.ts';
import { controlOf } from '../../sandbox/testing.ts';
import { sandboxOptions, withSandbox } from '../../settings/sandbox.ts';
import { readSettings } from '../../settings/settings.ts';
import { type Purchases, purchases } from '../company/purchases.ts';
import { SECRET, startTestApp, type TestApp } from './app.ts';

export interface SandboxedApp extends TestApp, Purchases {
  sandboxUrl: string;
  /** A call of the sandbox's control API (its table stands in `sandbox/control/api.ts`). */
  control<T = unknown>(method: string, path: string, body?: object): Promise<T>;
  /** A second process on its database, before the same sandbox. */
  startPeer(more?: Record<string, string>): Promise<TestApp>;
  /** Waits until the sandbox has nothing left to send, and what came was applied, refetches included. */
  settle(): Promise<void>;
  /** Time goes on, at the company and for the service; waits until what fell due was told and applied. */
  moveClock(by: { seconds?: number; days?: number; months?: number }): Promise<void>;
}

interface SandboxedOptions {
  /** Between the company's tries to deliver a webhook. */
  repeatDelaysMs?: number[];
  /** What else the settings would read. */
  environment?: Record<string, string>;
  waits?: Waits;
}

export const SANDBOX_KEY = 'sk_for_sandbox_0123456789';

/** The service and a sandbox of the provider, pointed at each other as `npm start` does it. */
export async function startSandboxedApp(
  provider: string,
  { repeatDelaysMs = [100, 200, 400, 800], environment: more = {}, waits }: SandboxedOptions = {},
): Promise<SandboxedApp> {
  const dataDir = mkdtempSync(join(tmpdir(), `contract-${provider}-`));
  let sandbox: Awaited<ReturnType<typeof startSandbox>> | undefined;
  const prefix = provider.toUpperCase();
  const app = await startTestApp(
    async (baseUrl) => {
      const secrets = { [`${prefix}_SECRET_KEY`]: SANDBOX_KEY, [`${prefix}_WEBHOOK_SECRET`]: SECRET };
      const environment = {
        PAYMENT_PROVIDER: provider,
        SANDBOX: 'on',
        SANDBOX_PORT: '0',
        DATA_DIR: dataDir,
        ...secrets,
        ...more,
      };
      const settings = readSettings({ ...environment, PORT: new URL(baseUrl).port });
      const filled = withSandbox(settings, {
        authSecret: '',
        sandboxSecretKey: SANDBOX_KEY,
        sandboxWebhookSecret: SECRET,
      });
      sandbox = await startSandbox({ ...sandboxOptions({ ...settings, baseUrl }, filled), repeatDelaysMs });
      return { ...environment, [`${prefix}_API_URL`]: sandbox.url };
    },
    undefined,
    waits,
  );
  const sandboxUrl = sandbox?.url ?? '';
  const control = controlOf(() => sandboxUrl);
  const settle: SandboxedApp['settle'] = async () => {
    const { settled } = await control<{ settled: boolean }>('POST', 'settle', { timeoutMs: 20_000 });
    if (!settled) throw new Error('The sandbox still has something to send');
    await refetched(app);
  };
  return {
    ...app,
    ...purchases({ ...app, control, settle }),
    sandboxUrl,
    control,
    startPeer(others = {}) {
      const keys = { [`${prefix}_SECRET_KEY`]: SANDBOX_KEY, [`${prefix}_API_URL`]: sandboxUrl };
      return startTestApp({ PAYMENT_PROVIDER: provider, ...keys, ...more, ...others }, app, waits);
    },
    settle,
    async moveClock(by) {
      await control('POST', 'clock', by);
      const { offsetMs } = await control<{ offsetMs: number }>('GET', 'state');
      app.deps.billing.now = () => new Date(Date.now() + offsetMs);
      await settle();
    },
    async close() {
      await sandbox?.close();
      await app.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Waits until no event that was answered still waits for the provider's own word: a reading under way is counted as a try already. */
async function refetched({ deps }: TestApp): Promise<void> {
  const { pool } = deps.billing.database;
  for (let tries = 0; tries < 100; tries += 1) {
    const { rows } = await pool.query('SELECT 1 FROM settlement WHERE "lastError" IS NULL LIMIT 1');
    if (rows.length === 0) return;
    await setTimeout(50);
  }
}
