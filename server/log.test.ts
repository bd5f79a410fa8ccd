import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';
import { readSettings } from './settings/settings.ts';
import { version } from './settings/version.ts';

function openLog(environment: Record<string, string> = {}) {
  const lines: string[] = [];
  const log = createLog(readSettings(environment), { write: (line) => void lines.push(line) });
  return { log, text: () => lines.join('') };
}

const headers = { authorization: 'Bearer canary', cookie: 'canary', 'set-cookie': ['canary'], accept: '*/*' };

test.each([
  ['at the top', { ...headers, password: 'canary' }],
  ['in a request', { req: { headers } }],
  ['in an error', { err: Object.assign(new Error('no'), { headers, raw: { headers }, password: 'canary' }) }],
])('secret fields %s are left out', (_place, fields) => {
  const { log, text } = openLog();
  log.error(fields, 'it failed');
  expect(text()).not.toContain('canary');
  expect(text()).toContain('[redacted]');
  expect(text()).toContain('it failed');
});

test('our own secrets are left out wherever they appear', () => {
  const secrets = {
    AUTH_SECRET: 'auth "secret" with quotes',
    ALPHA_SECRET_KEY: 'sk_canary_0123456789',
    ALPHA_WEBHOOK_SECRET: 'whsec_canary_old_0123456789,whsec_canary_new_0123456789',
    METRICS_TOKEN: 'metrics_canary_0123456789',
  };
  const { log, text } = openLog({ ...secrets, DATABASE_URL: 'postgres://u:p%40ssword_canary@db/x' });
  log.error(
    { err: new Error(Object.values(secrets).join(' ')), url: 'postgres://u:p%40ssword_canary@db/x' },
    'p@ssword_canary',
  );
  expect(text()).not.toMatch(/canary|quotes/);
  expect(() => JSON.parse(text())).not.toThrow();
});

test('each line names the process and the version', () => {
  const { log, text } = openLog();
  log.warn('a line');
  expect(JSON.parse(text())).toMatchObject({ level: 40, instance: `${hostname()}:${process.pid}`, version });
});
