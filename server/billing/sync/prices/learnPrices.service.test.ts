import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paidPlan } from '../../../plans/catalogue.ts';
import { defaultPlansFile } from '../../../plans/readPlans.ts';
import { SECRET, startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { SANDBOX_KEY, type SandboxedApp, startSandboxedApp } from '../../../testing/app/sandboxedApp.ts';
import { providersHere } from '../../../testing/run/storey.ts';
import { currentAccess } from '../../access/currentAccess.ts';
import { currentSubscription } from '../../subscriptions/currentSubscription.ts';
import { refetchSubscription } from '../refetch.ts';
import { learnPrices } from './learnPrices.ts';

/** The default file, with a higher price for pro. */
const folder = mkdtempSync(join(tmpdir(), 'dearer-'));
const dearer = join(folder, 'plans.yaml');
writeFileSync(dearer, readFileSync(defaultPlansFile, 'utf8').replace("'9.90'", "'19.00'"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A later run of the service on the same database, with other settings. */
function startLater(app: SandboxedApp, provider: string, prices: Record<string, string>): Promise<TestApp> {
  const prefix = provider.toUpperCase();
  return startTestApp(
    {
      PAYMENT_PROVIDER: provider,
      [`${prefix}_SECRET_KEY`]: SANDBOX_KEY,
      [`${prefix}_WEBHOOK_SECRET`]: SECRET,
      [`${prefix}_API_URL`]: app.sandboxUrl,
      ...prices,
    },
    app,
  );
}

async function buy(app: SandboxedApp, plan: string) {
  const person = await app.signUp();
  await app.buy(person, { plan });
  return person;
}

const planOf = ({ deps }: TestApp, userId: string) =>
  deps.billing.database.prisma.subscription.findFirstOrThrow({ where: { userId } }).then(({ plan }) => plan);

describe.each(providersHere('beta'))('a replaced price id, at %s', (provider) => {
  const name = `${provider.toUpperCase()}_PRICE_PRO_MONTH`;
  let app: SandboxedApp;
  let later: TestApp;
  beforeAll(async () => {
    app = await startSandboxedApp(provider, { environment: { [name]: 'price_of_before' } });
    later = await startLater(app, provider, { [name]: 'price_of_now', PLANS_FILE: dearer });
  });
  afterAll(async () => {
    await later.close();
    await app.close();
  });

  test('keeps the plan of all its subscribers', async () => {
    const [bought, upgraded] = [await buy(app, 'pro'), await buy(app, 'starter')];
    const { adapter, database } = app.deps.billing;
    const { providerSubscriptionId: id } = await database.prisma.subscription.findFirstOrThrow({
      where: { userId: upgraded.id },
    });
    await adapter.changeSubscription(id, { kind: 'change_plan', plan: 'pro', interval: 'month' });
    await app.settle();
    await learnPrices(app.deps.billing);
    await app.control('POST', 'clock', { months: 2 });
    await app.settle();

    await learnPrices(later.deps.billing);
    const { deliveries } = await app.control<{ deliveries: { body: string }[] }>('GET', 'deliveries?limit=1000');
    for (const { body } of deliveries) {
      const again = { ...(JSON.parse(body) as object), id: `again-${Math.random()}` };
      expect((await later.deliver(again)).status).toBe(200);
    }
    for (const { id } of [bought, upgraded]) {
      const { providerSubscriptionId } = await later.deps.billing.database.prisma.subscription.findFirstOrThrow({
        where: { userId: id },
      });
      await refetchSubscription(later.deps.billing, later.deps.billing.adapter, providerSubscriptionId);
      expect(await planOf(later, id)).toBe('pro');
      expect(await currentAccess(later.deps.billing, { id, email: '' })).toMatchObject({ plan: 'pro' });
      // They pay, and see, the earlier price.
      expect(await currentSubscription(later.deps.billing, id)).toMatchObject({ plan: 'pro', amount: '9.90' });
    }
    expect(paidPlan(later.deps.billing.plans, 'pro')?.prices.month).toMatchObject({ minorUnits: 1_900 });
  });
});

describe.each(providersHere('beta'))('an unlisted price, at %s', (provider) => {
  let app: SandboxedApp;
  beforeAll(async () => {
    app = await startSandboxedApp(provider);
  });
  afterAll(() => app.close());

  test('is unknown: the plan is kept for a while, and returns when a list names the price', async () => {
    const { id: userId } = await buy(app, 'enterprise');
    const { prisma } = app.deps.billing.database;
    const { providerSubscriptionId, customerId } = await prisma.subscription.findFirstOrThrow({ where: { userId } });
    const customer = await prisma.customer.findUniqueOrThrow({ where: { id: customerId ?? '' } });
    await app.control('POST', 'facts', {
      type: 'subscription.updated',
      price: {
        id: 'price_special',
        plan: 'special',
        label: 'Special',
        interval: 'month',
        amount: 100,
        currency: 'usd',
      },
      customer: { id: customer.providerCustomerId, email: customer.email, userId },
      subscription: {
        id: providerSubscriptionId,
        status: 'active',
        periodStart: Date.now(),
        periodEnd: Date.now() + 30 * 86_400_000,
      },
      metadata: { userId, plan: 'enterprise' },
    });
    await refetchSubscription(app.deps.billing, app.deps.billing.adapter, providerSubscriptionId);
    await learnPrices(app.deps.billing);
    expect(await prisma.subscription.findFirst({ where: { userId } })).toMatchObject({
      plan: 'unknown',
      grantedPlan: 'enterprise',
      priceId: 'price_special',
      amount: '1.00',
    });
    expect(await currentAccess(app.deps.billing, { id: userId, email: '' })).toMatchObject({
      plan: 'enterprise',
      reason: 'unknown_plan_grace',
    });
    expect(await prisma.providerPrice.findFirst({ where: { id: 'price_special' } })).toMatchObject({
      isThere: true,
      plan: null,
      amount: '1.00',
      interval: 'month',
    });

    const name = `${provider.toUpperCase()}_PRICE_STARTER_MONTH`;
    const later = await startLater(app, provider, { [name]: 'price_starter_month,price_special' });
    await learnPrices(later.deps.billing);
    expect(await prisma.subscription.findFirst({ where: { userId } })).toMatchObject({
      plan: 'starter',
      grantedPlan: null,
      unknownSince: null,
    });
    await later.close();
  });
});
