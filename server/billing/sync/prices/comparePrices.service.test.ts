import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlanList } from '../../../plans/listPlans.ts';
import { environmentOf, openCommand } from '../../../testing/app/command.ts';
import { type SandboxedApp, startSandboxedApp } from '../../../testing/app/sandboxedApp.ts';
import { settingsFor, startService } from '../../../testing/faults/parts/service.ts';
import { mayComplain } from '../../../testing/run/complaints.ts';
import { providersHere } from '../../../testing/run/storey.ts';
import { changeSubscription } from '../../subscriptions/changes/changeSubscription.ts';
import { reconcileJobs } from '../reconcile/reconcileJobs.ts';

describe.each(providersHere('alpha'))('the displayed price at %s', (provider) => {
  let app: SandboxedApp;
  beforeAll(async () => {
    app = await startSandboxedApp(provider);
  });
  afterAll(() => app.close());

  const command = async (...args: string[]) => {
    const billing = openCommand(app);
    const ran = await billing.run(...args);
    billing.close();
    return ran;
  };
  const shown = async () => {
    const { plans } = await app.trpc<PlanList>({ cookie: '' }, 'plans.list');
    return plans.find(({ name }) => name === 'pro')?.prices;
  };
  mayComplain(/Not sold: pro is shown as|is not sold: it is shown as|The provider answered 500|"status":500/);

  /** Compares the way every start and every scheduled reconcile do. */
  const reconcile = async () => {
    const [job] = reconcileJobs(app.deps.billing, 86_400_000);
    await job?.run(new AbortController().signal);
    return app.deps.billing.database.prisma.drift.findMany({ orderBy: { id: 'desc' }, take: 1 });
  };

  test('is the charged price, or the plan is not sold', async () => {
    const { id, email, cookie } = await app.signUp();
    expect(await reconcile()).toEqual([]);
    expect(await shown()).toEqual({ month: '9.90', year: '99.00', one_time: '99.00' });

    await app.control('POST', 'prices/price_pro_month', { amount: 1_900 });
    expect(await reconcile()).toMatchObject([
      { class: 'price', ours: 'pro: 9.90 usd month', theirs: 'price_pro_month: 19.00 usd month', fixed: false },
    ]);
    expect(await shown()).toEqual({ month: null, year: '99.00', one_time: '99.00' });
    await expect(app.checkout({ cookie }, { plan: 'pro' })).rejects.toThrow(
      '500: {"error":"Failed to create checkout session"}',
    );
    expect(app.logged.join()).toContain('pro is not sold: it is shown as 9.90 usd month');
    await app.buy({ cookie }, { plan: 'starter' });
    const change = { kind: 'change_plan', plan: 'pro', interval: 'month' } as const;
    const user = { id, email, emailVerified: true, operator: false, scopes: new Set(['read', 'write']) };
    await expect(changeSubscription(app.deps.billing, user, change)).rejects.toThrow('is not sold');

    const differing = await command('prices');
    expect(differing.code).toBe(1);
    expect(differing.out).toMatch(
      /pro +month +9\.90 usd month +19\.00 usd month +(included|unknown) +price_pro_month +differs: not sold/,
    );
    await app.control('POST', 'prices/price_pro_month', { amount: 990 });
    const agreed = await command('prices');
    expect([agreed.code, agreed.out]).toEqual([0, expect.not.stringContaining('differs')]);
    await reconcile();
    expect(await shown()).toMatchObject({ month: '9.90' });
  });

  test('an unavailable provider removes no plan from sale', async () => {
    await app.control('POST', 'switches', { api: { mode: 'error500' } });
    expect((await command('prices')).code).toBe(1);
    expect(await shown()).toMatchObject({ month: '9.90' });
    await app.control('POST', 'switches', { reset: true });
  });
});

test('a start compares, never fails, and does not sell a price that differs', { timeout: 120_000 }, async () => {
  const app = await startSandboxedApp('alpha');
  const { databaseUrl } = app.deps.settings;
  await app.control('POST', 'prices/price_pro_month', { amount: 1_900 });
  const { BASE_URL: _ours, ...known } = environmentOf(app);
  const own = { DRAINING_PROVIDERS: '', DATABASE_POOL: '5' };
  const service = await startService({ ...settingsFor(databaseUrl), ...known, ...own });
  const monthOf = async (name: string) => {
    const { result } = (await (await fetch(`${service.url}/api/trpc/plans.list`)).json()) as {
      result: { data: PlanList };
    };
    return result.data.plans.find((plan) => plan.name === name)?.prices.month;
  };
  try {
    await expect.poll(() => monthOf('pro'), { timeout: 60_000, interval: 250 }).toBe(null);
    expect(await monthOf('starter')).toBe('4.90');
    expect(service.isAlive()).toBe(true);
    await expect
      .poll(() => service.output())
      .toContain('Not sold: pro is shown as 9.90 usd month, and alpha charges 19.00 usd month');
  } finally {
    await service.remove();
    await app.close();
  }
});
