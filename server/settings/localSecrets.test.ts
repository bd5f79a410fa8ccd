import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { peekLocalSecrets, readLocalSecrets } from './localSecrets.ts';

let dataDir: string;
let file: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'local-secrets-'));
  file = join(dataDir, 'secrets.json');
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test('are created once, readable by their owner only, and no other file is left', () => {
  const first = readLocalSecrets(dataDir);
  expect(readLocalSecrets(dataDir)).toEqual(first);
  expect(peekLocalSecrets(dataDir)).toEqual(first);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir)).toEqual(['secrets.json']);
});

test.each([
  ['empty', ''],
  ['cut', '{"authSecret": "abcdefghijklmn'],
  ['no object', '"secrets"'],
  ['of another shape', '{"authSecret": 7}'],
  ['too short to be secrets', '{"authSecret": "x"}'],
])('a file that is %s is an error that names it and stays unchanged', (_name, text) => {
  writeFileSync(file, text);
  for (const read of [readLocalSecrets, peekLocalSecrets])
    expect(() => read(dataDir)).toThrow(/secrets\.json: can't be used .*all sessions end/);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('an unreadable file is an error too', () => {
  mkdirSync(file);
  expect(() => readLocalSecrets(dataDir)).toThrow(/can't be used \(EISDIR\)/);
});

test('secrets that an older version lacked are added, and the rest stays', () => {
  writeFileSync(file, '{"authSecret": "the-secret-of-all-sessions"}');
  const all = readLocalSecrets(dataDir);
  expect(all.authSecret).toBe('the-secret-of-all-sessions');
  expect(readLocalSecrets(dataDir)).toEqual(all);
});

test('without write permission nothing is created', () => {
  expect(peekLocalSecrets(dataDir).authSecret).toMatch(/^[\w-]{43}$/);
  expect(readdirSync(dataDir)).toEqual([]);
});
