import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { currentSubscription } from '../../billing/subscriptions/currentSubscription.ts';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { environmentOf, listen, openCommand } from '../../testing/app/command.ts';
import { quickPasswords } from '../../testing/app/quickPasswords.ts';
import { type SandboxedApp, startSandboxedApp } from '../../testing/app/sandboxedApp.ts';
import { cookieOf, post } from '../../testing/calls/requests.ts';
import { builtProgram } from '../../testing/run/programs.ts';
import { providersHere } from '../../testing/run/storey.ts';
import { PASSWORD, seed } from './seed.ts';
import { seeds } from './seeds.ts';

async function runSeed(app: TestApp) {
  const { io, said } = listen({ environment: environmentOf(app), signal: new AbortController().signal });
  const code = await seed(io);
  return { code, text: said.out + said.err };
}

describe.each(providersHere('beta'))('seeds of %s', (provider) => {
  let app: SandboxedApp;
  beforeAll(async () => {
    app = await startSandboxedApp(provider);
  });
  afterAll(() => app.close());

  const snapshot = async () => {
    const { prisma } = app.deps.billing.database;
    const orderBy = { id: 'asc' } as const;
    return Promise.all([
      prisma.user.findMany({ orderBy }),
      prisma.customer.findMany({ orderBy }),
      prisma.subscription.findMany({ orderBy }),
      prisma.payment.findMany({ orderBy }),
    ]);
  };
  const signIn = async (email: string, password: string) => {
    return cookieOf(await app.call('/api/auth/sign-in/email', post({ email, password })));
  };
  const signInAs = (who: string) => signIn(`${who}@example.com`, PASSWORD);

  test('creates a user of each state who can sign in; a second run changes nothing', async () => {
    const { code, text } = await runSeed(app);
    expect({ code, text }).toMatchObject({ code: 0 });
    expect(text).toContain(`password: ${PASSWORD}`);
    await app.settle();
    const found: Record<string, unknown> = {};
    for (const { email } of seeds) {
      expect(text).toContain(email);
      const { id } = await app.deps.billing.database.prisma.user.findUniqueOrThrow({ where: { email } });
      const subscription = await currentSubscription(app.deps.billing, id);
      found[email.split('@')[0] ?? ''] = subscription && [
        subscription.status,
        subscription.plan,
        subscription.interval,
      ];
    }
    expect(await signInAs('yearly')).toContain('session');
    // The other tests sign in often: a hash like the real one takes a third of a second.
    await app.deps.billing.database.prisma.account.updateMany({
      data: { password: await quickPasswords.hash(PASSWORD) },
    });
    expect(found).toEqual({
      monthly: ['active', 'pro', 'month'],
      yearly: ['active', 'pro', 'year'],
      trial: ['trialing', 'pro', 'month'],
      pastdue: ['past_due', 'pro', 'month'],
      canceling: ['active', 'pro', 'month'],
      paused: ['incomplete', 'pro', 'month'],
      refunded: ['active', 'pro', 'month'],
      disputed: ['active', 'pro', 'month'],
      canceled: ['canceled', 'pro', 'month'],
      deleted: ['deleted', 'pro', 'month'],
      incomplete: ['incomplete', 'pro', 'month'],
      unknown: ['active', 'unknown', 'month'],
      none: null,
      two: ['active', 'enterprise', 'year'],
      onetime: null,
    });
    const before = await snapshot();
    const [, , subscriptions, payments] = before;
    const late = payments.filter(({ subscriptionId, paidAt }) => {
      const start = subscriptions.find(({ id }) => id === subscriptionId)?.currentPeriodStart;
      return start && paidAt && paidAt.getTime() - start.getTime() > 86_400_000;
    });
    expect(payments.filter(({ paidAt }) => paidAt).length).toBeGreaterThan(5);
    expect(late.map(({ plan, description }) => plan ?? description)).toEqual([]);
    expect((await runSeed(app)).code).toBe(0);
    expect(await snapshot()).toEqual(before);
  });

  test('creates the records of the states: a scheduled end, two subscriptions, payments', async () => {
    const { prisma } = app.deps.billing.database;
    const of = async (email: string) => {
      const { id: userId } = await prisma.user.findUniqueOrThrow({ where: { email } });
      const subscriptions = await prisma.subscription.findMany({ where: { userId } });
      return { subscriptions, payments: await prisma.payment.findMany({ where: { userId } }) };
    };
    expect((await of('canceling@example.com')).subscriptions).toMatchObject([{ cancelAtPeriodEnd: true }]);
    const two = await of('two@example.com');
    expect([two.subscriptions.length, two.payments.length]).toEqual([2, 2]);
    expect((await of('pastdue@example.com')).payments).toMatchObject([{ status: 'failed' }]);
    expect((await of('refunded@example.com')).payments).toMatchObject([{ status: 'refunded' }]);
    const disputed = provider === 'gamma' ? 'succeeded' : 'disputed';
    expect((await of('disputed@example.com')).payments).toMatchObject([{ status: disputed }]);
    expect((await of('paused@example.com')).subscriptions).toMatchObject([{ standing: 'paused' }]);
    const { payments } = await of('onetime@example.com');
    expect(payments).toMatchObject([{ type: 'one_time', status: 'succeeded', amount: '99.00', currency: 'usd' }]);
  });

  test('a reconcile finds nothing but the second subscription and the price that is in no setting', async () => {
    const billing = openCommand(app);
    const { out } = await billing.run('reconcile', '--json', '--pace', '0');
    billing.close();
    const { drifts, failed } = JSON.parse(out) as { drifts: { class: string }[]; failed: number };
    const found = drifts.map((drift) => drift.class).sort();
    // Polar sends no webhook about a dispute: its list is read.
    expect([failed, ...found]).toEqual([0, ...(provider === 'gamma' ? ['dispute'] : []), 'duplicate', 'price']);
  });

  test.each([
    'monthly',
    'trial',
    'pastdue',
    'canceling',
    'paused',
    'refunded',
    'unknown',
    'two',
    'canceled',
    'onetime',
  ])('%s can open the portal', async (who) => {
    expect(await app.as(await signInAs(who), '/api/payments/portal', {})).toEqual({ url: expect.any(String) });
  });

  test.each([
    ['monthly', { plan: 'enterprise' }, ['active', 'enterprise', false]],
    ['monthly', { kind: 'cancel_at_period_end' }, ['active', 'enterprise', true]],
    // Creem has one word for an end.
    ['yearly', { kind: 'cancel_now' }, [provider === 'beta' ? 'canceled' : 'deleted', 'pro', false]],
    // Creem has no word for a trial that ends.
    ['trial', { kind: 'cancel_at_period_end' }, [provider === 'beta' ? 'active' : 'trialing', 'pro', true]],
    ['canceling', { kind: 'resume' }, ['active', 'pro', false]],
  ])('%s can change by %j', async (who, change, expected) => {
    const cookie = await signInAs(who);
    await app.as(cookie, '/api/payments/change', change);
    await app.settle();
    const { status, plan, cancelAtPeriodEnd } = await app.subscription({ cookie });
    expect([status, plan, cancelAtPeriodEnd]).toEqual(expected);
  });
});

test('without a sandbox there is nobody to seed', async () => {
  const app = await startTestApp();
  const { code, text } = await runSeed(app);
  expect([code, text]).toEqual([1, expect.stringContaining('Seeds are customers of the sandbox')]);
  expect(await app.deps.billing.database.prisma.user.count()).toBe(0);
  await app.close();
});

test('refuses production when it runs as a separate process', async () => {
  const app = await startTestApp();
  const env = { ENV_FILE: '', ...environmentOf(app), NODE_ENV: 'production' };
  const child = spawn(process.execPath, [builtProgram('seed')], { env });
  const [said, [code]] = await Promise.all([textOf(child.stderr), once(child, 'exit')]);
  const users = await app.deps.billing.database.prisma.user.count();
  await app.close();
  expect(said).toBe('Seeds are for development: NODE_ENV is production\n');
  expect({ code, users }).toEqual({ code: 1, users: 0 });
});
