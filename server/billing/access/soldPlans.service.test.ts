import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { providerNames } from '../../adapters/index.ts';
import type { PlanList } from '../../plans/listPlans.ts';
import { defaultPlansFile } from '../../plans/readPlans.ts';
import type { TestApp } from '../../testing/app/app.ts';
import { openCommand } from '../../testing/app/command.ts';
import { type SandboxedApp, startSandboxedApp } from '../../testing/app/sandboxedApp.ts';
import { mayComplain } from '../../testing/run/complaints.ts';
import { learnPrices } from '../sync/prices/learnPrices.ts';
import { loadPrices } from '../sync/prices/storedPrices.ts';
import { refetchSubscription } from '../sync/refetch.ts';
import { countLeftPlans, openSoldPlans } from './soldPlans.ts';

const GOLD = `plans:
  gold:
    rank: 25
    texts: { en: { name: Gold } }
    prices: { month: '29.90' }
    seats: { max: 20 }
    features: { projects: 50, sla: true }
`;

const folder = mkdtempSync(join(tmpdir(), 'left-plan-'));
const file = join(folder, 'plans.yaml');
writeFileSync(file, readFileSync(defaultPlansFile, 'utf8').replace(/^plans:\n/m, GOLD));
afterAll(() => rmSync(folder, { recursive: true }));

/** What a start does. */
async function start({ deps: { billing } }: TestApp): Promise<void> {
  await openSoldPlans(billing);
  await loadPrices(billing);
}

describe.each(providerNames)('a plan that leaves the plans file, at %s', (provider) => {
  let before: SandboxedApp;
  let after: TestApp;
  mayComplain(/users pay for gold/);
  beforeAll(async () => {
    const price = `${provider.toUpperCase()}_PRICE_GOLD_MONTH`;
    before = await startSandboxedApp(provider, { environment: { PLANS_FILE: file, [price]: 'price_gold' } });
    await start(before);
    after = await before.startPeer({ PLANS_FILE: '', [price]: '' });
  });
  afterAll(async () => {
    await after.close();
    await before.close();
  });

  test('stays with its payers as it was last, is no longer sold, and is said', async () => {
    const person = await before.signUp();
    await before.buy(person, { plan: 'gold', quantity: 3 });
    await learnPrices(before.deps.billing);
    const { asOf: _, ...had } = await before.access(person);
    expect(had).toMatchObject({ plan: 'gold', seats: 3 });

    const command = openCommand(before, { PLANS_FILE: file });
    const checked = await command.run('plans', 'check', '--file', defaultPlansFile);
    command.close();
    expect([checked.code, checked.out]).toEqual([1, expect.stringMatching(/gold .* leaves with payers/)]);

    await start(after);
    const { database, plans, adapter } = after.deps.billing;
    expect(await after.access(person)).toMatchObject(had);
    expect(after.logged.join()).toContain('1 users pay for gold');
    expect(await countLeftPlans(database.pool, plans)).toEqual([{ plan: 'gold', payers: 1 }]);
    const list = await after.trpc<PlanList>({ cookie: '' }, 'plans.list');
    expect(list.plans.map(({ name }) => name)).toEqual(['free', 'starter', 'pro', 'enterprise']);
    expect(list.names.gold).toEqual({ en: 'Gold' });
    await expect(after.checkout(await after.signUp(), { plan: 'gold' })).rejects.toThrow('400');

    const { providerSubscriptionId } = await database.prisma.subscription.findFirstOrThrow({
      where: { userId: person.id },
    });
    await refetchSubscription(after.deps.billing, adapter, providerSubscriptionId);
    expect(await after.access(person)).toMatchObject(had);
    await after.as(person.cookie, '/api/payments/change', { plan: 'enterprise' });
    expect(await after.access(person)).toMatchObject({ plan: 'enterprise' });
  });
});
