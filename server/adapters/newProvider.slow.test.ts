import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { packageRoot } from '../settings/packageRoot.ts';

const root = packageRoot();
const folder = mkdtempSync(join(tmpdir(), 'new-provider-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (command: string, ...args: string[]) =>
  stripVTControlCharacters(
    execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }),
  );

it('a fourth provider starts as a copy and passes the contract suite', { timeout: 180_000 }, () => {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = listed.split('\n').filter((file) => file !== '' && existsSync(join(root, file)));
  for (const file of files) cpSync(join(root, file), join(folder, file));
  cpSync(join(root, 'server/database/generated'), join(folder, 'server/database/generated'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  run(process.execPath, join(root, '.config/new-provider.mjs'), 'delta', '--root', folder);
  const contract = ['--project', 'service', 'server/adapters/contract.service.test.ts', '-t', 'provider delta'];
  const output = run(process.execPath, join(folder, 'node_modules/vitest/vitest.mjs'), 'run', ...contract);
  const passed = Number(/Tests\s+(\d+) passed/.exec(output)?.[1]);
  expect(passed).toBeGreaterThanOrEqual(15);
});
