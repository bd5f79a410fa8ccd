import { expect, test } from 'vitest';
import { startLines } from './announce.ts';
import { readSettings } from './settings/settings.ts';
import { version } from './settings/version.ts';

const service = { url: 'http://localhost:3000', sandboxUrl: 'http://localhost:4000', mailboxUrl: 'http://m' };
const lines = (environment: Record<string, string>, isNew = true) =>
  startLines({ settings: readSettings(environment), service, isNew });

test('a first start says what a person needs to go on, in at most twelve lines', () => {
  const said = lines({});
  expect(said.length).toBeLessThanOrEqual(12);
  const text = said.join('\n');
  for (const part of [version, 'made in .data', service.url, '4242 4242 4242 4242', 'npm run db:seed', '/operator'])
    expect(text).toContain(part);
  expect(text).toContain('OPERATOR_EMAILS=you@example.com');
});

test('a later one names no new database, and the operator that is set', () => {
  const text = lines({ OPERATOR_EMAILS: 'ada@example.com' }, false).join('\n');
  expect(text).not.toContain('made in');
  expect(text).not.toContain('OPERATOR_EMAILS');
  expect(text).toContain('billing -- verify ada@example.com');
});

test('with an own database and provider it says neither where the data is nor a test card', () => {
  const environment = { DATABASE_URL: 'postgresql://x@localhost/x', SANDBOX: 'on' };
  const text = startLines({
    settings: readSettings(environment),
    service: { ...service, sandboxUrl: null, mailboxUrl: null },
    isNew: true,
  }).join('\n');
  expect(text).not.toMatch(/Database|4242|seed/);
});
