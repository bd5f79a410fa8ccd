import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { providerNames } from '../adapters/index.ts';
import { type BillingCommand, environmentOf, openCommand } from '../testing/app/command.ts';
import { createPerson, type Person } from '../testing/app/people.ts';
import { type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { type Existing, existingCompany } from '../testing/company/existingCompany.ts';
import { providersHere } from '../testing/run/storey.ts';

/** Nothing listens there. */
const AWAY = 'http://127.0.0.1:9';

describe.each(providersHere('gamma'))('%s, whose key is left of former days', (provider) => {
  let app: SandboxedApp;
  let command: BillingCommand;
  let existing: Existing[];
  const people: Person[] = [];
  const active = providerNames.find((name) => name !== provider) ?? '';

  beforeAll(async () => {
    app = await startSandboxedApp(provider);
    for (const name of ['ada', 'bob', 'eve']) people.push(await createPerson(app.deps, `${name}@${provider}.example`));
    existing = await existingCompany(app, { people: 3, userIdOf: (index) => (index < 2 ? people[index]?.id : 'u_1') });
    const prefix = active.toUpperCase();
    const other = { SECRET_KEY: 'sk_of_the_new_one_0123', WEBHOOK_SECRET: 'whsec_0123456789abcdef', API_URL: AWAY };
    const settings = Object.entries(other).map(([name, value]) => [`${prefix}_${name}`, value]);
    command = openCommand(app, { ...environmentOf(app), ...Object.fromEntries(settings), PAYMENT_PROVIDER: active });
  });
  afterAll(async () => {
    command.close();
    await app.close();
  });

  test('is imported, linked and compared', async () => {
    const at = ['--provider', provider, '--pace', '0', '--json'];
    const imported = await command.run('import', ...at);
    expect(JSON.parse(imported.out)).toMatchObject({ provider, taken: { customers: 2, subscriptions: 2 } });
    const [, , last] = existing;
    const to = ['--reason', 'Ticket 4711', '--json'];
    const linked = await command.run('link', last?.providerCustomerId ?? '', people[2]?.id ?? '', ...to);
    expect(JSON.parse(linked.out)).toMatchObject({ records: 2 });
    for (const person of people) expect((await app.access(person)).plan).toBe('pro');
    // What the linked one has paid.
    const drifts = [{ class: 'payment', fixed: true }];
    expect(JSON.parse((await command.run('reconcile', '--fix', ...at)).out)).toMatchObject({ customers: 3, drifts });
    expect(JSON.parse((await command.run('reconcile', ...at)).out)).toMatchObject({ drifts: [] });
  });

  test('one without a key is refused', async () => {
    const third = providerNames.find((name) => name !== provider && name !== active) ?? '';
    const { code, err } = await command.run('import', '--provider', third);
    expect([code, err]).toEqual([2, expect.stringContaining(`Provider ${third} has no key here`)]);
  });
});
