import { relative } from 'node:path';
import type { DestinationStream } from 'pino';
import { createLog } from './log.ts';
import type { Service } from './service.ts';
import type { Settings } from './settings/types.ts';
import { version } from './settings/version.ts';

/** Who reads what a start prints: a person at a terminal, or a program. In production always a program. */
export const isForPerson = ({ mode }: Settings) => process.stdout.isTTY === true && mode !== 'production';

/** Lines of the log for a person, who is shown warnings and errors alone, without ids and times. */
export const forPerson: DestinationStream = {
  write(line) {
    const { level, msg, err } = JSON.parse(line) as { level: number; msg?: string; err?: { stack?: string } };
    if (level < 40) return;
    const text = [msg, level >= 50 ? err?.stack : undefined].filter(Boolean).join('\n');
    console.error(`  ${level < 50 ? 'Warning' : 'Error'}: ${text}`);
  },
};

export interface FirstStart {
  settings: Pick<Settings, 'provider' | 'dataDir' | 'databaseUrl' | 'operatorEmails'>;
  service: Pick<Service, 'url' | 'sandboxUrl' | 'mailboxUrl'>;
  /** Whether this start made the database. */
  isNew: boolean;
}

/** What a person needs to go on, in at most twelve lines. */
export function startLines({ settings, service: { url, sandboxUrl, mailboxUrl }, isNew }: FirstStart): string[] {
  const { provider, dataDir, databaseUrl, operatorEmails } = settings;
  const folder = relative('', dataDir) || dataDir;
  const database = databaseUrl ? null : `${isNew ? 'made in' : 'in'} ${folder} (PostgreSQL; remove it to start over)`;
  const [operator = 'you@example.com'] = operatorEmails;
  const setting = operatorEmails.length > 0 ? '' : `start with OPERATOR_EMAILS=${operator}, `;
  const desk = `${url}/operator: ${setting}sign up, npm run billing -- verify ${operator}`;
  const rows: [string, string | null][] = [
    ['Database', database],
    ['Sandbox', sandboxUrl && `${sandboxUrl} (stands in for provider ${provider})`],
    ['Mailbox', mailboxUrl && `${mailboxUrl} (all mails, while MAIL_URL is not set)`],
    ['Card', sandboxUrl && '4242 4242 4242 4242, any later date, any code'],
    ['People', sandboxUrl && 'npm run db:seed makes one for every state of a subscription'],
    ['Desk', desk],
  ];
  const told = rows.flatMap(([name, text]) => (text ? [`  ${`${name}:`.padEnd(10)} ${text}`] : []));
  return ['', `  Ready:     ${url} (version ${version})`, ...told, ''];
}

/** For a program: a line of the log, at any LOG_LEVEL. */
export function announce(settings: Settings, { url, sandboxUrl, mailboxUrl }: Service): void {
  const log = createLog({ ...settings, logLevel: 'info' });
  log.info({ url, sandboxUrl, mailboxUrl }, `Ready: ${url}`);
  if (sandboxUrl) log.info(`Sandbox: ${sandboxUrl}`);
}
