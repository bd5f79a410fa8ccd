import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { providerNames } from '../../adapters/index.ts';
import { openCommand } from '../../testing/app/command.ts';
import { type SandboxedApp, startSandboxedApp } from '../../testing/app/sandboxedApp.ts';
import { askProviders } from './askProviders.ts';
import { learnPrices } from './prices/learnPrices.ts';
import { refetchSubscription } from './refetch.ts';

const MINUTE_MS = 60_000;

/** As with `SANDBOX_CLOCK=follow`. */
describe.each(providerNames)('with a moved clock, at %s', (provider) => {
  let app: SandboxedApp;
  beforeAll(async () => {
    app = await startSandboxedApp(provider, { environment: { SANDBOX_CLOCK: 'follow' } });
  });
  afterAll(() => app.close());

  const expectNow = (at: Date | null | undefined) =>
    expect(Math.abs((at?.getTime() ?? 0) - app.deps.billing.now().getTime())).toBeLessThan(MINUTE_MS);

  test('a one-time purchase that a check finds is paid then, and grants its plan', async () => {
    await app.moveClock({ months: 14 });
    const person = await app.signUp();
    const { sessionId } = await app.checkout(person, { plan: 'pro', interval: 'one_time' });
    await app.control('POST', 'switches', { drop: 1 });
    await app.payPage(sessionId);
    await app.settle();
    await app.control('POST', 'switches', { reset: true });
    expect(await app.access(person)).toMatchObject({ plan: 'free' });
    await askProviders(app.deps.billing, { ...person, emailVerified: false });
    const payment = await app.deps.billing.database.prisma.payment.findFirstOrThrow({ where: { userId: person.id } });
    expectNow(payment.paidAt);
    expect(await app.access(person)).toMatchObject({ plan: 'pro', reason: 'purchased' });
  });

  test('a plan is unknown since then, so the last one is kept', async () => {
    const person = await app.signUpPaying({ plan: 'pro' });
    const { database, adapter } = app.deps.billing;
    const { providerSubscriptionId, customerId } = await database.prisma.subscription.findFirstOrThrow({
      where: { userId: person.id, status: 'active' },
    });
    const customer = await database.prisma.customer.findUniqueOrThrow({ where: { id: customerId ?? '' } });
    const at = app.deps.billing.now().getTime();
    const price = { id: 'price_odd', plan: 'odd', label: 'Odd', interval: 'month', amount: 100, currency: 'usd' };
    await app.control('POST', 'facts', {
      type: 'subscription.updated',
      price,
      at,
      metadata: { userId: person.id },
      customer: { id: customer.providerCustomerId, email: person.email, userId: person.id },
      subscription: { id: providerSubscriptionId, status: 'active', periodStart: at, periodEnd: at + 30 * 86_400_000 },
    });
    await refetchSubscription(app.deps.billing, adapter, providerSubscriptionId);
    await learnPrices(app.deps.billing);
    const record = await database.prisma.subscription.findFirstOrThrow({ where: { providerSubscriptionId } });
    expect(record.plan).toBe('unknown');
    expectNow(record.unknownSince);
    expect(await app.access(person)).toMatchObject({ plan: 'pro', reason: 'unknown_plan_grace' });
  });

  test('a grant of the command begins and ends by it', async () => {
    const person = await app.signUp();
    const billing = openCommand(app, {
      SANDBOX: 'on',
      SANDBOX_CLOCK: 'follow',
      HOST: '127.0.0.1',
      SANDBOX_PORT: new URL(app.sandboxUrl).port,
    });
    const { code, err } = await billing.run(
      'grant',
      person.id,
      '--plan',
      'pro',
      '--days',
      '10',
      '--reason',
      'A rehearsal',
    );
    billing.close();
    expect([code, err]).toEqual([0, '']);
    expect(await app.access(person)).toMatchObject({ plan: 'pro', reason: 'granted' });
  });
});
