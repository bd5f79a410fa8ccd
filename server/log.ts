import { type DestinationStream, type Logger, pino } from 'pino';
import type { Settings } from './settings.ts';

const CENSOR = '[redacted]';
const NAMES = ['authorization', 'cookie', '["set-cookie"]', '["set-auth-token"]', 'password', 'newPassword', 'token'];
/** Errors of libraries carry requests and answers a few levels down. */
const LEVELS = ['', '*', '*.*', '*.*.*'];

/** The service's JSON log: fields with secret names are left out, and our own secrets wherever they turn up. */
export function createLog(settings: Settings, destination?: DestinationStream): Logger {
  const secrets = secretsOf(settings).map((secret) => JSON.stringify(secret).slice(1, -1));
  const options = {
    level: settings.logLevel,
    base: null,
    redact: { paths: LEVELS.flatMap((level) => NAMES.map((name) => pathOf(level, name))), censor: CENSOR },
    hooks: { streamWrite: (line: string) => secrets.reduce((text, secret) => text.replaceAll(secret, CENSOR), line) },
  };
  return destination ? pino(options, destination) : pino(options);
}

function pathOf(level: string, name: string): string {
  return level === '' || name.startsWith('[') ? level + name : `${level}.${name}`;
}

function secretsOf({ authSecret, metricsToken, databaseUrl, providers }: Settings): string[] {
  const password = databaseUrl ? new URL(databaseUrl).password : '';
  const secrets = [
    ...[authSecret, metricsToken, password, decodeURIComponent(password)],
    ...Object.values(providers).flatMap(({ secretKey, webhookSecrets = [] }) => [secretKey, ...webhookSecrets]),
  ];
  return secrets.filter((secret) => secret !== undefined && secret.length >= 8).map(String);
}
