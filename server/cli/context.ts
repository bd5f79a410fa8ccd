import type { Logger } from 'pino';
import { applyMigrations } from '../../prisma/migrate.ts';
import { adapterDefinitions } from '../adapters/index.ts';
import type { Auth } from '../auth/auth.ts';
import { startEmbeddedPostgres } from '../database/embedded/start.ts';
import { createDeps } from '../deps.ts';
import { readLocalSecrets } from '../settings/localSecrets.ts';
import { readRunning } from '../settings/runningFile.ts';
import { withSandbox } from '../settings/sandbox.ts';
import { readSettings } from '../settings/settings.ts';
import type { CommandContext } from './command.ts';

interface OpenContext extends CommandContext {
  auth: Auth;
  close(): Promise<void>;
}

/** The same wiring as the service's, on the same database; nothing listens. */
export async function openContext(log: Logger, signal: AbortSignal): Promise<OpenContext> {
  const settings = readSettings();
  const { dataDir, provider, providers, sandbox } = settings;
  const running = dataDir ? readRunning(dataDir) : null;
  const embedded = settings.databaseUrl ? null : await openEmbedded(dataDir, log);
  const filled = sandbox
    ? {
        ...withSandbox(provider, providers[provider], readLocalSecrets(dataDir)),
        // Never the real company's address: the sandbox's keys are nothing to it.
        apiUrl: running?.sandboxUrl ?? `http://${settings.host}:${settings.sandboxPort}`,
      }
    : providers[provider];
  const ready = {
    ...settings,
    providers: { ...providers, [provider]: filled },
    databaseUrl: settings.databaseUrl ?? embedded?.url ?? '',
    baseUrl: settings.baseUrl ?? running?.url ?? `http://localhost:${settings.port}`,
    authSecret: settings.authSecret ?? readLocalSecrets(dataDir).authSecret,
  };
  const deps = createDeps(ready, log);
  return {
    ...{
      billing: deps.billing,
      auth: deps.auth,
      settings: ready,
      running,
      signal,
      sample: adapterDefinitions[provider].sample,
    },
    print: (text) => console.info(text),
    async close() {
      await deps.close();
      await embedded?.stop();
    },
  };
}

async function openEmbedded(dataDir: string, log: Logger) {
  const embedded = await startEmbeddedPostgres({ dataDir, log: (text) => log.info(text) });
  await applyMigrations(embedded.url, (text) => log.info(text)).catch(async (error: unknown) => {
    await embedded.stop();
    throw error;
  });
  return embedded;
}
