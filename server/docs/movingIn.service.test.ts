import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '../settings/packageRoot.ts';
import { type BillingCommand, openCommand } from '../testing/app/command.ts';
import { type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { existingCompany, existingCompanySettings } from '../testing/company/existingCompany.ts';

const folder = mkdtempSync(join(tmpdir(), 'moving-in-'));
let app: SandboxedApp;
let command: BillingCommand;

beforeAll(async () => {
  const environment = existingCompanySettings('alpha');
  app = await startSandboxedApp('alpha', { environment });
  command = openCommand(app, environment);
});
afterAll(async () => {
  command.close();
  await app.close();
  rmSync(folder, { recursive: true });
});

/** Each `npm run billing` line of the page, as arguments. */
function lines(): string[][] {
  const page = readFileSync(join(packageRoot(), 'server/docs/moving-in.md'), 'utf8');
  const found = [...page.matchAll(/^npm run billing -- (.+)$/gm)].map(([, args = '']) => args);
  return found.map((args) => [...args.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''));
}

test('the page’s lines, in their order, bring a company', async () => {
  const [mapped, linked] = await existingCompany(app, { people: 2 });
  const bob = await app.signUp();
  const ada = await app.signUp();
  writeFileSync(join(folder, 'users.csv'), `customer,user\n${mapped?.providerCustomerId},${bob.id}\n`);
  const words = new Map([
    ['users.csv', join(folder, 'users.csv')],
    ['nobody.csv', join(folder, 'nobody.csv')],
    ['cus_9s6XKzkNRiz8i3', linked?.providerCustomerId ?? ''],
    ['ada@example.com', ada.email],
  ]);
  const codes = new Map<string, number | null>();
  for (const line of lines()) {
    const { code, err } = await command.run(...line.map((word) => words.get(word) ?? word));
    codes.set(line.join(' '), code);
    expect([line, err]).toEqual([line, '']);
  }
  // Somebody who pays is nobody's until the link.
  expect([...codes.values()]).toEqual([0, 1, 1, 1, 0, 0, 0]);
  expect([(await app.access(bob)).plan, (await app.access(ada)).plan]).toEqual(['pro', 'pro']);
  expect(readFileSync(join(folder, 'nobody.csv'), 'utf8')).toContain(linked?.providerCustomerId);
});
