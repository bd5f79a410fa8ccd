import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { applyMigrations } from '../prisma/migrate.ts';
import { createApp } from './app.ts';
import { askBuyers, BUYERS_ADDRESSES } from './auth/addresses/askBuyers.ts';
import { openSoldPlans } from './billing/access/soldPlans.ts';
import type { Job } from './billing/jobs/job.ts';
import { startJobs } from './billing/jobs/startJobs.ts';
import { warnOfFormer } from './billing/status/formerSubscriptions.ts';
import { comparePricesOnce } from './billing/sync/prices/comparePrices.ts';
import { loadPrices } from './billing/sync/prices/storedPrices.ts';
import { createJobs } from './billing/sync/schedule.ts';
import { freePort } from './database/embedded/freePort.ts';
import { startEmbeddedPostgres } from './database/embedded/start.ts';
import { openServiceKeys } from './database/keys/serviceKeys.ts';
import { requireOwnConnections } from './database/poolMode.ts';
import { waitForDatabase } from './database/present.ts';
import { openPhase, type Phase, requireWhole } from './database/restore/mark.ts';
import { createDeps, type Deps } from './deps.ts';
import { Closers } from './http/closers.ts';
import { createHttpServer } from './http/server.ts';
import { MAIL_JOB } from './mail/outbox.ts';
import { createMetricsApp } from './rest/metrics.ts';
import { startingRoutes } from './rest/starting.ts';
import { readLocalSecrets } from './settings/localSecrets.ts';
import { removeRunning, writeRunning } from './settings/runningFile.ts';
import { readMadePrices } from './settings/sandbox/madePrices.ts';
import { sandboxOptions, withSandbox } from './settings/sandbox/sandbox.ts';
import type { Settings } from './settings/types.ts';

export interface Service {
  /** Where people reach it. */
  url: string;
  sandboxUrl: string | null;
  /** Where mails lie that no server sends; null: one does, or nothing can. */
  mailboxUrl: string | null;
  /**
   * Stops in order: not ready, no new requests, open ones end, then the worker, the sandbox and the database.
   * @returns whether all of it ended well and in time.
   */
  close(): Promise<boolean>;
}

interface Surroundings {
  log: Logger;
  /** Gives up the start. */
  signal: AbortSignal;
}

const CLOSE_MS = 10_000;

/**
 * Starts everything the settings ask for, in order; what was started is closed again when a later step fails, or when
 * the signal comes before all of it runs.
 */
export async function openService(settings: Settings, { log, signal }: Surroundings): Promise<Service> {
  const stack = new Closers(log);
  try {
    return await open(settings, { log, signal, stack });
  } catch (error) {
    await stack.close(CLOSE_MS);
    throw error;
  }
}

async function open(given: Settings, { log, signal, stack }: Surroundings & { stack: Closers }): Promise<Service> {
  const port = given.port || (await freePort(given.host));
  const sandboxPort = given.sandboxPort || (await freePort(given.host));
  const settings = { ...given, port, sandboxPort, baseUrl: given.baseUrl ?? `http://localhost:${port}` };
  const starting = startingRoutes(settings);
  let answer = starting.listener;
  const server = createHttpServer((request, response) => answer(request, response), settings);
  await server.listen(port, settings.host);
  stack.push(server.close);
  const whenThere = waitForDatabase({
    seconds: settings.databaseWaitSeconds,
    onWait: (error) => log.warn({ err: error }, 'The database is away: the start waits for it'),
    signal,
  });
  const databaseUrl = await openDatabaseServer(settings, { log, signal, stack, whenThere });
  const { providers, sandboxUrl, now } = await openSandbox(settings, stack);
  const secrets = settings.authSecrets ?? [readLocalSecrets(settings.dataDir).authSecret];
  const phase = await whenThere(() => enter(databaseUrl, settings, log));
  const keys = await whenThere(() => openServiceKeys(databaseUrl, { secrets }));
  const deps = createDeps({ ...settings, databaseUrl, providers, keys, now, phase }, log);
  stack.push(deps.close);
  await whenThere(() => openRecords(deps));
  const schedule = [...createJobs(deps.billing, settings), ...mailJobs(deps)];
  deps.metrics?.expectJobs(schedule);
  const { database } = deps.billing;
  const frame = { pool: database.jobPool, log, onRun: deps.metrics?.recordRun, phase: database.phase };
  const jobs = startJobs(frame, schedule);
  stack.push(jobs.stop);
  if (settings.metricsPort !== undefined) await openMetrics(deps, settings.metricsPort, stack);
  answer = createApp(deps);
  starting.handOver(answer);
  stack.push(server.close);
  stack.push(deps.pageStreams.close);
  stack.push(async () => deps.stopping.abort());
  if (settings.dataDir) announce(settings, sandboxUrl, stack);
  const comparing = new AbortController();
  const compared = comparePricesOnce(deps.billing, comparing.signal);
  stack.push(() => compared);
  signal.throwIfAborted();
  stack.push(() => leave(deps));
  // First of all: what takes long is told to end while the last requests are still answered.
  stack.push(async () => {
    jobs.abort();
    comparing.abort();
  });
  const patience = settings.drainSeconds * 1_000 + CLOSE_MS;
  const mailboxUrl = sandboxUrl && !settings.mail ? `${sandboxUrl}/_sandbox/mailbox` : null;
  return { url: settings.baseUrl, sandboxUrl, mailboxUrl, close: () => stack.close(patience) };
}

type DatabaseServer = Surroundings & { stack: Closers; whenThere: ReturnType<typeof waitForDatabase> };

/** The address of the database, which then has this build's schema. */
async function openDatabaseServer(
  settings: Settings,
  { log, signal, stack, whenThere }: DatabaseServer,
): Promise<string> {
  const report = (message: string) => log.info(message);
  const embedded = settings.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: settings.dataDir, log: report, signal });
  if (embedded) stack.closeLast(embedded.stop);
  const url = settings.databaseUrl ?? embedded?.url ?? '';
  if (!embedded) await whenThere(() => requireOwnConnections(url));
  await whenThere(() => requireWhole(url));
  await whenThere(() => applyMigrations(url, report, { signal }));
  return url;
}

/** What the log says of a database that was restored from a backup. */
async function enter(url: string, { recovery }: Settings, log: Logger): Promise<Phase> {
  const { phase, begun, isIdle } = await openPhase(url, recovery);
  if (begun) log.warn(begun, 'RECOVERY=on: everyone signs in again, and nothing is sold before billing restore finish');
  else if (phase === 'recovering') log.warn('The database recovers: nothing is sold before billing restore finish');
  if (phase === 'restored')
    log.error(
      'The database was restored from a backup: nothing is sold and no job runs before a start with RECOVERY=on',
    );
  if (isIdle) log.warn('RECOVERY=on does nothing: the recovery was finished. Take it away');
  return phase;
}

async function openRecords({ billing }: Deps): Promise<void> {
  await openSoldPlans(billing);
  await loadPrices(billing);
  await warnOfFormer(billing);
}

/** Any process sends; each mail is claimed by one. */
export function mailJobs({ outbox, billing: { baseUrl, database } }: Deps): Job[] {
  const ask: Job['run'] = (signal) => askBuyers({ prisma: database.prisma, baseUrl, outbox }, signal);
  const asking: Job = {
    name: BUYERS_ADDRESSES,
    everyMs: 5_000,
    limitMs: 120_000,
    lateMs: 86_400_000,
    runs: 'one',
    run: ask,
  };
  if (!outbox) return [asking];
  const sending: Job = {
    name: MAIL_JOB,
    everyMs: 1_000,
    limitMs: 120_000,
    lateMs: 600_000,
    runs: 'all',
    recovers: true,
    run: outbox.sendDue,
  };
  return [asking, sending];
}

/** Who looks at readiness sends its requests elsewhere before nobody listens here. */
async function leave({ readiness, settings }: Deps): Promise<void> {
  readiness.leave();
  await sleep(settings.drainSeconds * 1_000);
}

async function openMetrics(deps: Deps, port: number, stack: Closers): Promise<void> {
  const server = createHttpServer(createMetricsApp(deps));
  await server.listen(port, deps.settings.metricsHost ?? deps.settings.host);
  stack.push(server.close);
}

function announce({ dataDir, baseUrl }: Settings & { baseUrl: string }, sandboxUrl: string | null, stack: Closers) {
  mkdirSync(dataDir, { recursive: true });
  writeRunning(dataDir, { url: baseUrl, sandboxUrl, pid: process.pid });
  stack.push(async () => removeRunning(dataDir));
}

async function openSandbox(settings: Settings & { baseUrl: string }, stack: Closers) {
  const { provider, providers } = settings;
  if (!settings.sandbox) return { providers, sandboxUrl: null, now: undefined };
  const filled = withSandbox(settings, readLocalSecrets(settings.dataDir), readMadePrices(settings));
  const { startSandbox } = await import('./sandbox/index.ts');
  const sandbox = await startSandbox(sandboxOptions(settings, filled));
  stack.push(sandbox.close);
  const { url: apiUrl } = sandbox;
  const now = settings.sandboxClock === 'follow' ? sandbox.now : undefined;
  return { providers: { ...providers, [provider]: { ...filled, apiUrl } }, sandboxUrl: apiUrl, now };
}
