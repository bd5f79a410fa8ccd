import { announce, forPerson, isForPerson, startLines } from './announce.ts';
import { hasCluster } from './database/embedded/cluster.ts';
import { WrongAuthSecret } from './database/keys/serviceKeys.ts';
import { DatabaseAwayError } from './database/present.ts';
import { HalfRestored } from './database/restore/mark.ts';
import { createLog } from './log.ts';
import { openService } from './service.ts';
import { readSettings, SettingsError } from './settings/settings.ts';
import { stopSignal } from './settings/stopSignal.ts';
import type { Settings } from './settings/types.ts';

/** Reads the settings; invalid ones end the process with every problem named. */
function settingsOrExit(): Settings {
  try {
    return readSettings();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(error.message);
    return process.exit(1);
  }
}

const isExplained = (error: unknown): error is Error =>
  [DatabaseAwayError, WrongAuthSecret, HalfRestored].some((kind) => error instanceof kind);

// Stacks in the log name places in the sources.
process.setSourceMapsEnabled(true);
const settings = settingsOrExit();
const forOne = isForPerson(settings);
const log = createLog(settings, forOne ? forPerson : undefined);
const isNew = !hasCluster(settings.dataDir);
const signal = stopSignal();
try {
  const service = await openService(settings, { log, signal });
  if (forOne) console.info(startLines({ settings, service, isNew }).join('\n'));
  else announce(settings, service);
  signal.addEventListener('abort', async () => process.exit((await service.close()) ? 0 : 1));
} catch (error) {
  if (error instanceof SettingsError) console.error(error.message);
  else if (isExplained(error)) log.fatal(error.message);
  else if (!signal.aborted) log.fatal({ err: error }, 'The service could not start');
  process.exit(signal.aborted ? 0 : 1);
}
