import { expect, test } from 'vitest';
import { hashOfKey } from '../auth/callers/serviceKeys.ts';
import { readSettings } from '../settings/settings.ts';
import { main } from './billing.ts';

async function run(...args: string[]) {
  const [printed, complained]: [string[], string[]] = [[], []];
  const io = {
    environment: { DATA_DIR: '/nonexistent' },
    signal: new AbortController().signal,
    print: (text: string) => void printed.push(text),
    complain: (text: string) => void complained.push(text),
  };
  return { code: await main(['key', ...args], io), printed: printed.join('\n'), complained: complained.join('\n') };
}

test('creates a key without a database, and the settings accept its hash', async () => {
  const { code, printed } = await run('create', '--name', 'web', '--scopes', 'read,write');
  expect(code).toBe(0);
  const [, key = ''] = /^ {2}(sk_[\w-]{43})$/m.exec(printed) ?? [];
  const [, entry = ''] = /^ {2}(web:read\+write:[0-9a-f]{64})$/m.exec(printed) ?? [];
  expect(entry).toBe(`web:read+write:${hashOfKey(key)}`);
  const [setting] = readSettings({ SERVICE_KEYS: entry }).serviceKeys;
  expect(setting).toEqual({ name: 'web', scopes: new Set(['read', 'write']), hash: hashOfKey(key) });
  expect((await run('create', '--name', 'web')).printed).not.toContain(key);
});

test.each([
  [['create'], /--name takes/],
  [['create', '--name', 'Web Shop'], /--name takes/],
  [['create', '--name', 'web', '--scopes', 'read,admin'], /--scopes takes some of read, write, changes, verify/],
  [['create', '--name', 'web', '--scopes', ''], /--scopes takes/],
  [['create', '--nam', 'web'], /Unknown option/],
])('%j is a usage error', async (args, complaint) => {
  const { code, printed, complained } = await run(...args);
  expect([code, printed]).toEqual([2, '']);
  expect(complained).toMatch(complaint);
});
