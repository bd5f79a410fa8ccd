import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readEnvironment } from './environment.ts';
import { readSettings } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'settings-'));
const file = join(folder, 'billing.env');
writeFileSync(file, '# a comment\nPORT=3911\nBASE_URL="http://billing.test"\nLOG_LEVEL=debug\n');
afterAll(() => rmSync(folder, { recursive: true }));

describe('a file of settings', () => {
  it('completes the environment', () => {
    const settings = readSettings(readEnvironment({ ENV_FILE: file }));
    expect(settings).toMatchObject({ port: 3911, baseUrl: 'http://billing.test', logLevel: 'debug' });
  });

  it('never overrides the process environment', () => {
    expect(readSettings(readEnvironment({ ENV_FILE: file, PORT: '4000' })).port).toBe(4000);
  });

  it('is not read when ENV_FILE is empty', () => {
    expect(readEnvironment({ ENV_FILE: '', PORT: '1' })).toEqual({ ENV_FILE: '', PORT: '1' });
  });

  it('must exist when ENV_FILE names it', () => {
    expect(() => readEnvironment({ ENV_FILE: join(folder, 'missing.env') })).toThrow(/missing\.env cannot be read/);
  });

  it('is .env in the working directory', () => {
    const before = process.cwd;
    writeFileSync(join(folder, '.env'), 'PORT=3912\n');
    process.cwd = () => folder;
    try {
      expect(readEnvironment({})).toEqual({ PORT: '3912' });
    } finally {
      process.cwd = before;
    }
  });
});
