import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { currentSubscription } from '../../billing/subscriptions/currentSubscription.ts';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { environmentOf, listen } from '../../testing/app/command.ts';
import { post } from '../../testing/calls/requests.ts';
import { builtProgram } from '../../testing/run/programs.ts';
import { providersHere } from '../../testing/run/storey.ts';
import { seed } from './seed.ts';
import { seeds } from './seeds.ts';

async function runSeed(app: TestApp) {
  const { io, said } = listen({ environment: environmentOf(app), signal: new AbortController().signal });
  const code = await seed(io);
  return { code, text: said.out + said.err };
}

describe.each(providersHere('beta'))('seeds of %s', (provider) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ PAYMENT_PROVIDER: provider });
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
    const response = await app.call('/api/auth/sign-in/email', post({ email, password }));
    return response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
  };

  test('creates a user of each state who can sign in; a second run changes nothing', async () => {
    const { code, text } = await runSeed(app);
    expect({ code, text }).toMatchObject({ code: 0 });
    const password = /password: (.+)/.exec(text)?.[1] ?? '';
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
    expect(await signIn('yearly@example.com', password)).toContain('session');
    expect(found).toEqual({
      monthly: ['active', 'pro', 'month'],
      yearly: ['active', 'pro', 'year'],
      trial: ['trialing', 'pro', 'month'],
      pastdue: ['past_due', 'pro', 'month'],
      canceling: ['active', 'pro', 'month'],
      canceled: ['canceled', 'pro', 'month'],
      deleted: ['deleted', 'pro', 'month'],
      incomplete: ['incomplete', 'pro', 'month'],
      unknown: ['active', 'unknown', 'month'],
      none: null,
      two: ['active', 'enterprise', 'year'],
      onetime: null,
    });
    const before = await snapshot();
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
    const { payments } = await of('onetime@example.com');
    expect(payments).toMatchObject([{ type: 'one_time', status: 'succeeded', amount: '99.00', currency: 'usd' }]);
  });
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
