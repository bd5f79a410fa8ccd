import { resolve } from 'node:path';
import { type Logger, pino } from 'pino';
import { applyMigrations } from '../../prisma/migrate.ts';
import { providerNames } from '../adapters/index.ts';
import type { Auth } from '../auth/auth.ts';
import { loadSoldPlans } from '../billing/access/soldPlans.ts';
import { loadPrices } from '../billing/sync/prices/storedPrices.ts';
import { databaseName } from '../database/databaseName.ts';
import { hasCluster } from '../database/embedded/cluster.ts';
import { startEmbeddedPostgres } from '../database/embedded/start.ts';
import { openServiceKeys } from '../database/keys/serviceKeys.ts';
import { requireOwnConnections } from '../database/poolMode.ts';
import { openPhase } from '../database/restore/mark.ts';
import { createDeps, type ReadySettings } from '../deps.ts';
import { peekLocalSecrets, readLocalSecrets } from '../settings/localSecrets.ts';
import { readRunning } from '../settings/runningFile.ts';
import { peekMadePrices } from '../settings/sandbox/madePrices.ts';
import { withSandbox } from '../settings/sandbox/sandbox.ts';
import { readSettings } from '../settings/settings.ts';
import type { Settings } from '../settings/types.ts';
import type { CommandContext } from './command.ts';
import type { Io } from './io.ts';

interface OpenContext extends CommandContext {
  auth: Auth;
  /** The database's name, for people. */
  databaseName: string;
  close(): Promise<void>;
}

interface ContextOptions {
  /** Creates the data folder and its database if they are missing. */
  create?: boolean;
  /** Every provider whose key is set counts as draining. */
  all?: boolean | undefined;
}

/** The sandbox answers at once, or does not run. */
const CLOCK_MS = 2_000;

/**
 * The same wiring as the service's, on the same database, without listening. Without `create` it throws if the service
 * never ran: on a new, empty database every command would report that all is well.
 */
export async function openContext(io: Io, { create = false, all = false }: ContextOptions = {}): Promise<OpenContext> {
  const { signal } = io;
  const log = pino({ level: 'warn', base: null }, { write: (line) => io.complain(line.trimEnd()) });
  const settings = readSettings(io.environment);
  const { dataDir, provider, providers, sandbox } = settings;
  const running = dataDir ? readRunning(dataDir) : null;
  if (!settings.databaseUrl && !create) refuseEmpty(dataDir);
  if (settings.databaseUrl) await requireOwnConnections(settings.databaseUrl);
  const embedded = settings.databaseUrl ? null : await openEmbedded(dataDir, { log, signal });
  const secrets = create ? readLocalSecrets(dataDir) : peekLocalSecrets(dataDir);
  const filled = sandbox
    ? {
        ...withSandbox(settings, secrets, peekMadePrices(settings)),
        // Never the real provider's address: the sandbox's keys must not be sent there.
        apiUrl: running?.sandboxUrl ?? `http://${settings.host}:${settings.sandboxPort}`,
      }
    : providers[provider];
  const databaseUrl = settings.databaseUrl ?? embedded?.url ?? '';
  const ready = {
    ...settings,
    draining: all ? reachable(settings) : settings.draining,
    providers: { ...providers, [provider]: filled },
    databaseUrl,
    baseUrl: settings.baseUrl ?? running?.url ?? `http://localhost:${settings.port}`,
    keys: await openServiceKeys(databaseUrl, {
      secrets: settings.authSecrets ?? [secrets.authSecret],
      store: create,
    }),
    now: await clockOf(settings, filled.apiUrl),
    phase: (await openPhase(databaseUrl, false)).phase,
  };
  const deps = createDeps(ready, log);
  await loadSoldPlans(deps.billing);
  await loadPrices(deps.billing);
  return {
    billing: deps.billing,
    auth: deps.auth,
    settings: ready,
    running,
    signal,
    databaseName: embedded ? `embedded, in ${resolve(dataDir)}` : databaseName(ready.databaseUrl),
    print: io.print,
    async close() {
      await deps.close();
      await embedded?.stop();
    },
  };
}

function reachable({ provider, providers, draining }: Settings): Settings['draining'] {
  const keyed = providerNames.filter((name) => name !== provider && providers[name].secretKey !== undefined);
  return [...new Set([...draining, ...keyed])];
}

/** The sandbox's clock, if the service follows it; undefined: the machine's. */
async function clockOf({ sandboxClock }: Settings, sandboxUrl: string | undefined): Promise<ReadySettings['now']> {
  if (sandboxClock !== 'follow' || sandboxUrl === undefined) return undefined;
  const signal = AbortSignal.timeout(CLOCK_MS);
  const response = await fetch(`${sandboxUrl}/_sandbox/state`, { signal }).catch((cause: unknown) => {
    throw new Error(`The sandbox, whose clock is followed, does not answer at ${sandboxUrl}`, { cause });
  });
  const { offsetMs } = (await response.json()) as { offsetMs: number };
  return () => new Date(Date.now() + offsetMs);
}

function refuseEmpty(dataDir: string): void {
  if (hasCluster(dataDir)) return;
  const advice = 'Set DATABASE_URL or DATA_DIR as the service has them, or start the service first';
  throw new Error(`There is no database in ${resolve(dataDir)}. ${advice}`);
}

async function openEmbedded(dataDir: string, { log, signal }: { log: Logger; signal: AbortSignal }) {
  const report = (text: string) => log.info(text);
  const embedded = await startEmbeddedPostgres({ dataDir, log: report, signal });
  await applyMigrations(embedded.url, report, { signal }).catch(async (error: unknown) => {
    await embedded.stop();
    throw error;
  });
  return embedded;
}
