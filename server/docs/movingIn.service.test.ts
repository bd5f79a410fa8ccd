import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../settings/packageRoot.ts';
import { type BillingCommand, openCommand } from '../testing/app/command.ts';
import { createPerson } from '../testing/app/people.ts';
import { type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { existingCompany, existingCompanySettings, existingKinds } from '../testing/company/existingCompany.ts';
import { mayComplain } from '../testing/run/complaints.ts';
import { providersHere, sampleOr } from '../testing/run/storey.ts';

mayComplain(/A user has two live subscriptions/);

const PEOPLE = existingKinds.length * sampleOr(1, 4);

/** Each `npm run billing` line of the page, as arguments. */
function lines(): string[][] {
  const page = readFileSync(join(packageRoot(), 'server/docs/moving-in.md'), 'utf8');
  const found = [...page.matchAll(/^npm run billing -- (.+)$/gm)].map(([, args = '']) => args);
  return found.map((args) => [...args.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''));
}

describe.each(providersHere('alpha'))('%s', (provider) => {
  const folder = mkdtempSync(join(tmpdir(), 'moving-in-'));
  // Faster than some company's rate, and bearable for a busy machine.
  const environment = { ...existingCompanySettings(provider), [`${provider.toUpperCase()}_RECONCILE_RATE`]: '40' };
  let app: SandboxedApp;
  let command: BillingCommand;
  beforeAll(async () => {
    app = await startSandboxedApp(provider, { environment });
    command = openCommand(app, environment);
  });
  afterAll(async () => {
    command.close();
    await app.close();
    rmSync(folder, { recursive: true });
  });

  test('the page’s lines, in their order, bring a company', async () => {
    const [linked, ...mapped] = await existingCompany(app, { people: PEOPLE });
    const people = [];
    for (const one of mapped) people.push({ ...one, person: await createPerson(app.deps, `u-${one.email}`) });
    const ada = await app.signUp();
    const rows = people.map(({ providerCustomerId, person }) => `${providerCustomerId},${person.id}`);
    writeFileSync(join(folder, 'users.csv'), ['customer,user', ...rows, ''].join('\n'));
    const words = new Map([
      ['users.csv', join(folder, 'users.csv')],
      ['nobody.csv', join(folder, 'nobody.csv')],
      ['cus_9s6XKzkNRiz8i3', linked?.providerCustomerId ?? ''],
      ['ada@example.com', ada.email],
    ]);
    const codes: (number | null)[] = [];
    for (const line of lines()) {
      const { code, err } = await command.run(...line.map((word) => words.get(word) ?? word));
      codes.push(code);
      expect([line, err]).toEqual([line, '']);
    }
    // Somebody who pays is nobody's until the link, and somebody pays twice.
    expect(codes).toEqual([0, 1, 1, 1, 1, 0, 0]);
    expect(readFileSync(join(folder, 'nobody.csv'), 'utf8')).toContain(linked?.providerCustomerId);
    const planOf = async (buyer: { cookie: string }) => (await app.access(buyer)).plan;
    expect(await planOf(ada)).toBe('pro');
    for (const { kind, person } of people)
      if (['yearly', 'trialing', 'past due', 'set to end', 'two live'].includes(kind))
        expect([kind, await planOf(person)]).toEqual([kind, 'pro']);
    // What the linked one has paid comes with the daily reconcile.
    await command.run('reconcile', '--fix');
    const { out } = await command.run('reconcile', '--json');
    const { drifts } = JSON.parse(out) as { drifts: { class: string }[] };
    expect(drifts.filter((drift) => drift.class !== 'duplicate')).toEqual([]);
  });
});
