import { chmodSync, mkdirSync, readdirSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeDataDir, temporaryDataDir } from '../../testing/database/databaseServer.ts';
import { canEnter } from './account.ts';
import { linkLibraries, stage } from './binaries.ts';

let root: string;
let native: string;

beforeEach(async () => {
  root = await temporaryDataDir();
  native = join(root, 'package', 'native');
  mkdirSync(join(native, 'lib'), { recursive: true });
  mkdirSync(join(native, 'bin'), { mode: 0o700 });
  writeFileSync(join(native, 'bin', 'postgres'), '#!/bin/sh\n', { mode: 0o700 });
  writeFileSync(join(native, 'lib', 'libpq.so.5.18'), 'library', { mode: 0o600 });
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(links));
});
afterEach(() => removeDataDir(root));

test('creates the links that an npm package cannot contain, and finds them the next time', async () => {
  expect(await linkLibraries(native)).toBe(true);
  expect(readlinkSync(join(native, 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18');
  expect(await linkLibraries(native)).toBe(true);
});

test('two processes that copy at once get one complete copy, readable and executable by everyone', async () => {
  const target = join(root, 'system', 'postgresql-18');
  mkdirSync(join(root, 'system', 'postgresql-18.unfinished-1', 'native'), { recursive: true });
  expect(await Promise.all([stage(native, target), stage(native, target)])).toEqual([target, target]);
  expect(readdirSync(join(root, 'system'))).toEqual(['postgresql-18']);
  expect(readlinkSync(join(target, 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18');
  expect(statSync(join(target, 'bin', 'postgres')).mode & 0o777).toBe(0o755);
  expect(statSync(join(target, 'lib', 'libpq.so.5.18')).mode & 0o777).toBe(0o644);
});

test('an account enters a folder by user, group or other permission on every parent', () => {
  const { uid, gid } = statSync(native);
  const stranger = { uid: 64_321, gid: 64_321 };
  chmodSync(native, 0o710);
  expect(canEnter(native, { uid, gid: 64_321 })).toBe(true);
  expect(canEnter(native, { uid: 64_321, gid })).toBe(true);
  expect(canEnter(native, stranger)).toBe(false);
  expect(canEnter(join(native, 'lib'), stranger)).toBe(false);
  chmodSync(native, 0o711);
  expect(canEnter(join(native, 'lib'), stranger)).toBe(true);
});
