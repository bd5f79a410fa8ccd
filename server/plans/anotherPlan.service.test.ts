import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { providerNames } from '../adapters/index.ts';
import { type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import type { PlanList } from './listPlans.ts';
import { defaultPlansFile } from './readPlans.ts';

const TEAM = `plans:
  team:
    rank: 25
    texts: { en: { name: Team, lead: For a few of you. }, de: { name: Team, lead: Für einige von euch. } }
    prices: { month: '29.90' }
    trial_days: 3
    seats: { min: 2, max: 20 }
    features: { projects: 50, sla: true }
`;

const folder = mkdtempSync(join(tmpdir(), 'another-plan-'));
const file = join(folder, 'plans.yaml');
writeFileSync(file, readFileSync(defaultPlansFile, 'utf8').replace(/^plans:\n/m, TEAM));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(providerNames)('a plan that exists only in the plans file and a price setting, at %s', (provider) => {
  let app: SandboxedApp;
  beforeAll(async () => {
    const price = { [`${provider.toUpperCase()}_PRICE_TEAM_MONTH`]: 'price_of_the_team' };
    app = await startSandboxedApp(provider, { environment: { PLANS_FILE: file, ...price } });
  });
  afterAll(() => app.close());

  test('is shown, with its texts and its one price', async () => {
    const { plans } = await app.trpc<PlanList>({ cookie: '' }, 'plans.list');
    expect(plans.map(({ name }) => name)).toEqual(['free', 'starter', 'pro', 'team', 'enterprise']);
    expect(plans[3]).toMatchObject({
      purchasable: true,
      texts: { en: { name: 'Team' }, de: { lead: 'Für einige von euch.' } },
      prices: { month: '29.90', year: null, one_time: null },
      trialDays: 3,
      seats: { min: 2, max: 20 },
      features: [
        { key: 'projects', limit: 50, texts: { en: 'Up to 50 projects' } },
        { key: 'sla', limit: null },
      ],
    });
  });

  test('is in the OpenAPI document', async () => {
    const document = (await (await app.call('/api/openapi.json')).json()) as {
      components: { schemas: Record<string, object> };
    };
    expect(document.components.schemas.CheckoutRequest).toMatchObject({
      properties: { plan: { enum: ['starter', 'pro', 'team', 'enterprise'] } },
    });
  });

  test('can be bought with its trial and grants access; a plan missing from the file is refused', async () => {
    const buyer = await app.signUp();
    await expect(app.checkout(buyer, { plan: 'gold' })).rejects.toThrow('400: {"error":"Invalid request body"}');
    await app.buy(buyer, { plan: 'team' });
    const sold = { plan: 'team', status: 'trialing', interval: 'month', amount: '59.80' };
    expect(await app.subscription(buyer)).toMatchObject(sold);
    expect(await app.trpc(buyer, 'subscription.access')).toMatchObject({ plan: 'team', reason: 'trialing' });
  });
});
