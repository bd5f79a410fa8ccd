import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Waits } from '../../deps.ts';
import { startSandbox } from '../../sandbox/index.ts';
import { controlOf } from '../../sandbox/testing.ts';
import { sandboxOptions, withSandbox } from '../../settings/sandbox/sandbox.ts';
import { readSettings } from '../../settings/settings.ts';
import { type Purchases, purchases } from '../company/purchases.ts';
import { until } from '../run/until.ts';
import { SECRET, startTestApp, type TestApp } from './app.ts';

export interface SandboxedApp extends TestApp, Purchases {
  sandboxUrl: string;
  /** Calls the sandbox's control API (documented in `sandbox/control/api.ts`). */
  control<T = unknown>(method: string, path: string, body?: object): Promise<T>;
  /** Starts a second service on the same database and sandbox. */
  startPeer(more?: Record<string, string>): Promise<TestApp>;
  /** Waits until the sandbox has no pending deliveries and all deliveries were applied, refetches included. */
  settle(): Promise<void>;
  /** Moves the clock of the provider and the service forward; waits until the resulting deliveries are applied. */
  moveClock(by: { seconds?: number; days?: number; months?: number }): Promise<void>;
}

interface SandboxedOptions {
  /** Delays between the provider's delivery attempts. */
  repeatDelaysMs?: number[];
  /** More variables for the settings. */
  environment?: Record<string, string>;
  waits?: Waits;
}

export const SANDBOX_KEY = 'sk_for_sandbox_0123456789';

/** Starts the service and a sandbox of the provider, connected as `npm start` does it. */
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
    const { settled } = await control<{ settled: boolean }>('POST', 'settle', { timeoutMs: 60_000 });
    if (!settled) throw new Error('The sandbox still has pending deliveries');
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

/** Waits until no refetch is pending, except those that have failed once: they are retried later. */
async function refetched({ deps }: TestApp): Promise<void> {
  const { pool } = deps.billing.database;
  const due = () => pool.query('SELECT 1 FROM refetch WHERE "lastError" IS NULL LIMIT 1');
  await until('no refetch is pending', async () => (await due()).rowCount === 0, 60_000);
}
