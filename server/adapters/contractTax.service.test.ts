import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChangePreview } from '../billing/subscriptions/changes/previewChange.ts';
import { comparePrices } from '../billing/sync/prices/comparePrices.ts';
import { learnPrices } from '../billing/sync/prices/learnPrices.ts';
import type { PlanList } from '../plans/listPlans.ts';
import { openCommand } from '../testing/app/command.ts';
import { SANDBOX_KEY, type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { providersHere } from '../testing/run/storey.ts';

const NOBODY_SAYS = { month: null, year: null, one_time: null };

/** A price to which the company adds its tax says so wherever it is shown before anybody pays. */
describe.each(providersHere('beta'))('tax at %s', (provider) => {
  let app: SandboxedApp;
  beforeAll(async () => {
    app = await startSandboxedApp(provider, { environment: { CHECKOUT_TAX: 'on' } });
  });
  afterAll(() => app.close());

  const compare = () => comparePrices(app.deps.billing, app.deps.billing.adapter);
  const reprice = async (price: string, amount: number, taxBehavior: 'exclusive' | 'inclusive') => {
    await app.control('POST', `prices/${price}`, { amount, taxBehavior });
    await compare();
  };
  const shown = async (name: string) => {
    const { plans } = await app.as<PlanList>('', '/api/payments/plans');
    const listed = await app.trpc<PlanList>({ cookie: '' }, 'plans.list');
    const [plan, typed] = [plans, listed.plans].map((all) => all.find((each) => each.name === name));
    expect(typed).toEqual(plan);
    return plan?.taxIncluded;
  };

  it('is said of each price of the plans: it comes on top, is included, or the company says nothing', async () => {
    await compare();
    const before = await shown('pro');
    const byDefault = provider === 'beta' ? { month: true, year: true, one_time: true } : NOBODY_SAYS;
    expect(before).toEqual(byDefault);
    await reprice('price_pro_month', 990, 'exclusive');
    await reprice('price_pro_year', 9_900, 'inclusive');
    expect(await shown('pro')).toEqual({ ...byDefault, month: false, year: true });
    expect(await shown('starter')).toEqual(byDefault);
    expect(await shown('free')).toEqual(NOBODY_SAYS);
  });

  it('is printed by `billing prices` and `billing doctor`', async () => {
    await reprice('price_pro_month', 990, 'exclusive');
    await reprice('price_pro_year', 9_900, 'inclusive');
    const billing = openCommand(app, { CHECKOUT_TAX: 'on' });
    const table = await billing.run('prices');
    expect(table.out).toMatch(/^pro +month .* on top +price_pro_month$/m);
    expect(table.out).toMatch(/^pro +year .* included +price_pro_year$/m);
    expect(table.out).toMatch(new RegExp(`${provider === 'beta' ? 'included' : 'unknown'} +price_starter_month$`, 'm'));
    const { prices: listed } = JSON.parse((await billing.run('prices', '--json')).out) as {
      prices: { id: string; taxIncluded: unknown }[];
    };
    const taxOf = (price: string) => listed.find(({ id }) => id === price)?.taxIncluded;
    expect([taxOf('price_pro_month'), taxOf('price_pro_year')]).toEqual([false, true]);
    expect(taxOf('price_starter_month')).toBe(provider === 'beta' ? true : null);
    const says = /Tax is on top of pro month; included in (.*, )?pro year[,;]/;
    const [asked] = JSON.parse((await billing.run('doctor', '--json')).out) as { findings: { says: string }[] }[];
    expect(asked?.findings.map((finding) => finding.says)).toContainEqual(expect.stringMatching(says));
    expect((await billing.run('doctor')).out).toMatch(new RegExp(`^ {2}ok +prices +${says.source}`, 'm'));
    billing.close();
  });

  it('is said of what a change costs: of the provider’s own amount, which holds it, and of ours, which does not', async () => {
    const { cookie } = await app.signUp();
    await app.buy({ cookie }, { plan: 'starter' });
    const preview = (wanted: object) => app.as<ChangePreview>(cookie, '/api/payments/change/preview', wanted);
    await reprice('price_pro_month', 990, 'exclusive');
    const inTrial = await preview({ plan: 'pro' });
    expect(inTrial).toMatchObject({ dueNow: '0.00', taxIncluded: { dueNow: null, dueNext: false } });
    await app.control('POST', 'clock', { days: 9 });
    await app.settle();
    const taxIncluded = { dueNow: provider === 'alpha', dueNext: false };
    const paid = await preview({ plan: 'pro' });
    expect(paid).toMatchObject({ dueNext: '9.90', about: provider !== 'alpha', taxIncluded });
    expect(Number(paid.dueNow)).toBeGreaterThan(0);
  });
});

describe('a price of Stripe that does not say', () => {
  it('has the default of the account', async () => {
    const app = await startSandboxedApp('alpha', { environment: { CHECKOUT_TAX: 'on' } });
    const headers = { authorization: `Bearer ${SANDBOX_KEY}` };
    const body = new URLSearchParams({ 'defaults[tax_behavior]': 'inferred_by_currency' });
    const updated = await fetch(`${app.sandboxUrl}/v1/tax/settings`, { method: 'POST', headers, body });
    expect(updated.status).toBe(200);
    await comparePrices(app.deps.billing, app.deps.billing.adapter);
    const { plans } = await app.as<PlanList>('', '/api/payments/plans');
    const dollars = { month: false, year: false, one_time: false };
    expect(plans.find(({ name }) => name === 'pro')?.taxIncluded).toEqual(dollars);
    await app.close();
  });
});

describe.each([
  ['alpha', '/v1/tax/settings'],
  ['gamma', '/v1/organizations/'],
])('the default of the account at %s', (provider, path) => {
  it('is asked once for all prices', async () => {
    const app = await startSandboxedApp(provider, { environment: { CHECKOUT_TAX: 'on' } });
    const { billing } = app.deps;
    const asked = async (run: () => Promise<unknown>) => {
      await app.control('DELETE', 'calls');
      await run();
      const { calls } = await app.control<{ calls: { path: string }[] }>('GET', 'calls');
      return calls.filter((call) => call.path.startsWith(path)).length;
    };
    expect(billing.prices.listed(provider)).toHaveLength(9);
    expect(await asked(() => comparePrices(billing, billing.adapter))).toBe(1);
    expect(await asked(() => comparePrices(billing, billing.adapter))).toBe(1);
    await billing.database.prisma.providerPrice.deleteMany();
    expect(await asked(() => learnPrices(billing))).toBe(1);
    await app.close();
  });
});

describe('without CHECKOUT_TAX Stripe adds none', () => {
  it('and nothing is said', async () => {
    const app = await startSandboxedApp('alpha');
    await app.control('POST', 'prices/price_pro_month', { amount: 990, taxBehavior: 'exclusive' });
    await comparePrices(app.deps.billing, app.deps.billing.adapter);
    const { plans } = await app.as<PlanList>('', '/api/payments/plans');
    expect(plans.find(({ name }) => name === 'pro')?.taxIncluded).toEqual(NOBODY_SAYS);
    await app.close();
  });
});
