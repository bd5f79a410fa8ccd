import { WrongAuthSecret } from './database/keys/serviceKeys.ts';
import { DatabaseAwayError } from './database/present.ts';
import { createLog } from './log.ts';
import { openService, type Service } from './service.ts';
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

function announce({ url, sandboxUrl, mailboxUrl }: Service): void {
  console.info(`\n  Ready:    ${url}`);
  if (sandboxUrl) console.info(`  Sandbox:  ${sandboxUrl} (stands in for provider ${settings.provider})`);
  if (mailboxUrl) console.info(`  Mailbox:  ${mailboxUrl} (receives all mails, because MAIL_URL is not set)`);
  console.info('');
}

// Stacks in the log name places in the sources.
process.setSourceMapsEnabled(true);
const settings = settingsOrExit();
const log = createLog(settings);
const signal = stopSignal();
try {
  const service = await openService(settings, { log, signal });
  announce(service);
  signal.addEventListener('abort', async () => process.exit((await service.close()) ? 0 : 1));
} catch (error) {
  if (error instanceof SettingsError) console.error(error.message);
  else if (error instanceof DatabaseAwayError || error instanceof WrongAuthSecret) log.fatal(error.message);
  else if (!signal.aborted) log.fatal({ err: error }, 'The service could not start');
  process.exit(signal.aborted ? 0 : 1);
}
