import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { applyMigrations } from '../prisma/migrate.ts';
import { createApp } from './app.ts';
import { startJobs } from './billing/jobs/startJobs.ts';
import { createJobs } from './billing/sync/schedule.ts';
import { startEmbeddedPostgres } from './database/embedded/start.ts';
import { createDeps, type Deps } from './deps.ts';
import { freePort } from './http/freePort.ts';
import { createHttpServer } from './http/server.ts';
import { createMetricsApp } from './rest/metrics.ts';
import { startSandbox } from './sandbox/index.ts';
import { readLocalSecrets } from './settings/localSecrets.ts';
import { removeRunning, writeRunning } from './settings/runningFile.ts';
import { sandboxOptions, withSandbox } from './settings/sandbox.ts';
import type { Settings } from './settings/types.ts';

export interface Service {
  /** Where people reach it. */
  url: string;
  sandboxUrl: string | null;
  /** Stops in order: not ready, no new requests, open ones end, then the worker, the sandbox and the database. */
  close(): Promise<void>;
}

/** Starts everything the settings ask for, in order; what was started is closed again when a later step fails. */
export async function openService(settings: Settings, log: Logger): Promise<Service> {
  const stack = new CloserStack();
  try {
    return await open(settings, log, stack);
  } catch (error) {
    await stack.close();
    throw error;
  }
}

class CloserStack {
  readonly #closers: (() => Promise<unknown>)[] = [];

  push(closer: () => Promise<unknown>): void {
    this.#closers.push(closer);
  }

  async close(): Promise<void> {
    for (const closer of this.#closers.splice(0).reverse()) await closer();
  }
}

async function open(given: Settings, log: Logger, stack: CloserStack): Promise<Service> {
  const port = given.port || (await freePort(given.host));
  const settings = { ...given, port, baseUrl: given.baseUrl ?? `http://localhost:${port}` };
  const databaseUrl = settings.databaseUrl ?? (await openDatabaseServer(settings, log, stack));
  await applyMigrations(databaseUrl, (message) => log.info(message));
  const { providers, sandboxUrl } = await openSandbox(settings, stack);
  const authSecret = settings.authSecret ?? readLocalSecrets(settings.dataDir).authSecret;
  const deps = createDeps({ ...settings, databaseUrl, providers, authSecret }, log);
  stack.push(deps.close);
  const jobs = startJobs({ pool: deps.billing.database.jobPool, log }, createJobs(deps.billing, settings));
  stack.push(jobs.stop);
  const server = createHttpServer(createApp(deps));
  if (settings.metricsPort !== undefined) await openMetrics(deps, settings.metricsPort, stack);
  await server.listen(port, settings.host);
  stack.push(server.close);
  stack.push(deps.changeFeed.close);
  if (settings.dataDir) announce(settings, sandboxUrl, stack);
  stack.push(() => leave(deps));
  // First of all: what takes long is told to end while the last requests are still answered.
  stack.push(async () => jobs.abort());
  return { url: settings.baseUrl, sandboxUrl, close: () => stack.close() };
}

/** Who looks at readiness sends its requests elsewhere before nobody listens here. */
async function leave({ readiness, settings }: Deps): Promise<void> {
  readiness.leave();
  await sleep(settings.drainSeconds * 1_000);
}

async function openMetrics(deps: Deps, port: number, stack: CloserStack): Promise<void> {
  const server = createHttpServer(createMetricsApp(deps));
  await server.listen(port, deps.settings.host);
  stack.push(server.close);
}

function announce({ dataDir, baseUrl }: Settings & { baseUrl: string }, sandboxUrl: string | null, stack: CloserStack) {
  mkdirSync(dataDir, { recursive: true });
  writeRunning(dataDir, { url: baseUrl, sandboxUrl, pid: process.pid });
  stack.push(async () => removeRunning(dataDir));
}

async function openDatabaseServer({ dataDir }: Settings, log: Logger, stack: CloserStack): Promise<string> {
  const embedded = await startEmbeddedPostgres({ dataDir, log: (message) => log.info(message) });
  stack.push(embedded.stop);
  return embedded.url;
}

async function openSandbox(settings: Settings & { baseUrl: string }, stack: CloserStack) {
  const { provider, providers } = settings;
  if (!settings.sandbox) return { providers, sandboxUrl: null };
  const filled = withSandbox(provider, providers[provider], readLocalSecrets(settings.dataDir));
  const sandbox = await startSandbox(sandboxOptions(settings, filled));
  stack.push(sandbox.close);
  return { providers: { ...providers, [provider]: { ...filled, apiUrl: sandbox.url } }, sandboxUrl: sandbox.url };
}
