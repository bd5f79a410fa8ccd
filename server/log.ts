import { type DestinationStream, type Logger, pino } from 'pino';
import { traceFields } from './adapters/trace.ts';
import { instance } from './database/instance.ts';
import { oneLineAnOutage } from './database/outage.ts';
import { secretsOf } from './settings/secrets.ts';
import type { Settings } from './settings/types.ts';
import { version } from './settings/version.ts';

const CENSOR = '[redacted]';
const NAMES = ['authorization', 'cookie', '["set-cookie"]', '["set-auth-token"]', 'password', 'newPassword', 'token'];
/** Errors of libraries contain requests and responses a few levels down. */
const LEVELS = ['', '*', '*.*', '*.*.*'];

/** The service's JSON log: fields with secret names are removed, and our own secrets wherever they occur. */
export function createLog(settings: Settings, destination?: DestinationStream): Logger {
  const secrets = censored(settings).map((secret) => JSON.stringify(secret).slice(1, -1));
  const options = {
    level: settings.logLevel,
    base: { instance, version },
    mixin: traceFields,
    redact: { paths: LEVELS.flatMap((level) => NAMES.map((name) => pathOf(level, name))), censor: CENSOR },
    hooks: {
      logMethod: oneLineAnOutage(),
      streamWrite: (line: string) => secrets.reduce((text, secret) => text.replaceAll(secret, CENSOR), line),
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

function pathOf(level: string, name: string): string {
  return level === '' || name.startsWith('[') ? level + name : `${level}.${name}`;
}

function censored(settings: Settings): string[] {
  const password = settings.databaseUrl ? new URL(settings.databaseUrl).password : '';
  const secrets = [...secretsOf(settings).map(({ value }) => value), password, decodeURIComponent(password)];
  return secrets.filter((secret) => secret.length >= 8);
}
