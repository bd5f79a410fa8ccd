import type { Logger } from 'pino';
import { adapterDefinitions } from '../adapters/index.ts';
import { startEmbeddedPostgres } from '../database/embedded.ts';
import { createDeps } from '../deps.ts';
import { readLocalSecrets } from '../localSecrets.ts';
import { readRunning } from '../runningFile.ts';
import { withSandbox } from '../sandboxSettings.ts';
import { readSettings } from '../settings.ts';
import type { CommandContext } from './command.ts';

interface OpenContext extends CommandContext {
  close(): Promise<void>;
}

/** The same wiring as the service's, on the same database; nothing listens. */
export async function openContext(log: Logger, signal: AbortSignal): Promise<OpenContext> {
  const settings = readSettings();
  const { dataDir, provider, providers, sandbox } = settings;
  const running = dataDir ? readRunning(dataDir) : null;
  const embedded = settings.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir, log: (text) => log.info(text) });
  const filled = sandbox
    ? {
        ...withSandbox(provider, providers[provider], readLocalSecrets(dataDir)),
        apiUrl: running?.sandboxUrl ?? undefined,
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
    ...{ billing: deps.billing, settings: ready, running, signal, sample: adapterDefinitions[provider].sample },
    print: (text) => console.info(text),
    async close() {
      await deps.close();
      await embedded?.stop();
    },
  };
}
